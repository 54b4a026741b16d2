import type { Chat } from '@partyline/contract'
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { ClockRegular } from '@fluentui/react-icons/svg/clock'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { PersonAddRegular } from '@fluentui/react-icons/svg/person-add'
import { Suspense, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { loadOnApproach, optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { Avatar, VisuallyHidden } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { loadPicker } from './picker-host.tsx'
import { TRIAGE_TEXTS, withKeys } from './triage-texts.ts'
import { useTriage } from './use-triage.ts'

const loadMenu = optionalChunk(async () => (await import('./chat-menu.tsx')).ChatMenu)
const ChatMenu = lazyComponent(loadMenu)

/** Room for the actions, and for the assignee's name, next to the title. */
const NARROW = '@container (max-width: 559.98px)'
const NOT_WIDE = '@container (max-width: 719.98px)'

const useStyles = makeStyles({
  actions: { display: 'flex', flexShrink: 0, alignItems: 'center' },
  inWideHeader: { [NARROW]: { display: 'none' } },
  inNarrowHeader: { display: 'none', [NARROW]: { display: 'inline-flex' } },
  assigneeName: {
    maxWidth: '120px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightRegular,
    [NOT_WIDE]: { display: 'none' },
  },
  // Without a name, the words are only for screen readers: it is as wide as the other buttons.
  assign: { minWidth: '32px', padding: 0 },
  assignee: {
    minWidth: '32px',
    columnGap: tokens.spacingHorizontalSNudge,
    padding: `0 ${tokens.spacingHorizontalXXS}`,
  },
})

type Props = { chat: Pick<Chat, 'id' | 'state' | 'assignedTo' | 'members'> }

/** Marks the opened chat as done, snoozes, and assigns it. In a narrow header, a menu and the assignee. */
export function HeaderActions({ chat: { id, state, assignedTo, members } }: Props) {
  const styles = useStyles()
  const actions = useTriage()
  const element = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const origin = (event: MouseEvent<HTMLElement>) => ({ anchor: element.current!, opener: event.currentTarget })
  const assignee = assignedTo === null ? undefined : members.find((member) => (member.id as string) === assignedTo)
  const assignText = assignee ? TRIAGE_TEXTS.assignedTo(assignee.name) : TRIAGE_TEXTS.assign
  return (
    <div ref={element} className={styles.actions} data-triage>
      {state !== 'done' && (
        <Button
          className={styles.inWideHeader}
          appearance="subtle"
          icon={<CheckmarkCircleRegular />}
          aria-label={TRIAGE_TEXTS.markDone}
          title={withKeys(TRIAGE_TEXTS.markDone, 'E')}
          onClick={(event) => actions.toggleDone(id, origin(event))}
        />
      )}
      <Button
        className={styles.inWideHeader}
        appearance="subtle"
        icon={<ClockRegular />}
        aria-label={TRIAGE_TEXTS.snooze}
        aria-haspopup="menu"
        title={withKeys(TRIAGE_TEXTS.snooze, 'H')}
        onClick={(event) => actions.snooze(id, origin(event))}
        {...loadOnApproach(loadPicker)}
      />
      <Button
        className={assignee ? styles.assignee : mergeClasses(styles.assign, styles.inWideHeader)}
        appearance="subtle"
        icon={assignee ? undefined : <PersonAddRegular />}
        aria-haspopup="dialog"
        title={withKeys(assignText, 'A')}
        onClick={(event) => actions.assign(id, origin(event))}
        {...loadOnApproach(loadPicker)}
      >
        <VisuallyHidden>{assignText}</VisuallyHidden>
        {assignee && (
          <>
            <Avatar person={assignee} size={24} />
            <bdi className={styles.assigneeName} aria-hidden>
              {assignee.name}
            </bdi>
          </>
        )}
      </Button>
      <Button
        ref={more}
        className={styles.inNarrowHeader}
        appearance="subtle"
        icon={<MoreHorizontalRegular />}
        aria-label={CHAT_TEXTS.actions}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={CHAT_TEXTS.actions}
        onClick={() => setOpen(true)}
        {...loadOnApproach(loadMenu)}
      />
      <Suspense fallback={null}>
        {isOpen && <ChatMenu chatId={id} anchor={element} opener={() => more.current} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
