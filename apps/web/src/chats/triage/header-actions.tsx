import type { Chat } from '@partyline/contract'
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { ClockRegular } from '@fluentui/react-icons/svg/clock'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { PersonAddRegular } from '@fluentui/react-icons/svg/person-add'
import { PersonAvailableRegular } from '@fluentui/react-icons/svg/person-available'
import { Suspense, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { useSignedIn } from '../../auth/index.ts'
import { loadOnApproach, optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useTimes } from '../../platform/platform-context.tsx'
import { KEYS } from '../../shortcuts/index.ts'
import { Avatar, VisuallyHidden } from '../../ui/index.ts'
import { awayText, useAway } from '../../users/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { loadPicker } from './picker-host.tsx'
import { TRIAGE_TEXTS } from './triage-texts.ts'
import { useTriage } from './use-triage.ts'

const loadMenu = optionalChunk(async () => (await import('./chat-menu.tsx')).ChatMenu)
const ChatMenu = lazyComponent(loadMenu)

/** Room for the actions, and for the assignee's name, next to the title. */
const NARROW = '@container (max-width: 559.98px)'
const WIDE = '@container (min-width: 900px)'
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
  away: {
    display: 'none',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    whiteSpace: 'nowrap',
    [WIDE]: { display: 'inline' },
  },
  /** Labeled if there is room; otherwise as wide as the other buttons. */
  worded: {
    minWidth: '32px',
    minHeight: '32px',
    padding: 0,
    fontWeight: tokens.fontWeightRegular,
    whiteSpace: 'nowrap',
    '& > .fui-Button__icon': { marginRight: 0 },
    [WIDE]: {
      padding: `0 ${tokens.spacingHorizontalS}`,
      '& > .fui-Button__icon': { marginRight: tokens.spacingHorizontalSNudge },
    },
  },
  words: { display: 'none', [WIDE]: { display: 'inline' } },
  // Without a name, the words are only for screen readers: it is as wide as the other buttons.
  assign: { minWidth: '32px', minHeight: '32px', padding: 0 },
  assignee: {
    minWidth: '32px',
    minHeight: '32px',
    columnGap: tokens.spacingHorizontalSNudge,
    padding: `0 ${tokens.spacingHorizontalXXS}`,
  },
})

type Props = { chat: Pick<Chat, 'id' | 'state' | 'assignedTo' | 'members'> }

/** Marks the opened chat as done, snoozes, and assigns it. In a narrow header, a menu and the assignee. */
export function HeaderActions({ chat: { id, state, assignedTo, members } }: Props) {
  const styles = useStyles()
  const actions = useTriage()
  const me = useSignedIn()
  const element = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const origin = (event: MouseEvent<HTMLElement>) => ({ anchor: element.current!, opener: event.currentTarget })
  const assignee = assignedTo === null ? undefined : members.find((member) => (member.id as string) === assignedTo)
  const isColleague = assignee !== undefined && assignedTo !== me.id
  const awayOf = useAway({ enabled: isColleague })
  const times = useTimes()
  const away = isColleague ? awayText(awayOf(assignee.id), times) : null
  const assignText = assignee ? TRIAGE_TEXTS.assignedTo(assignee.name) : TRIAGE_TEXTS.assign
  const assignTip = [assignText, ...(away === null ? [] : [away])].join(' · ')
  return (
    <div ref={element} className={styles.actions} data-triage>
      {state !== 'done' && (
        <Button
          className={mergeClasses(styles.worded, styles.inWideHeader)}
          appearance="subtle"
          icon={<CheckmarkCircleRegular />}
          aria-label={TRIAGE_TEXTS.markDone}
          aria-keyshortcuts={KEYS.done}
          onClick={(event) => actions.markDone(id, origin(event))}
        >
          <span className={styles.words}>{TRIAGE_TEXTS.done}</span>
        </Button>
      )}
      <Button
        className={mergeClasses(styles.worded, styles.inWideHeader)}
        appearance="subtle"
        icon={<ClockRegular />}
        aria-label={TRIAGE_TEXTS.snooze}
        aria-haspopup="menu"
        aria-keyshortcuts={KEYS.snooze}
        onClick={(event) => actions.snooze(id, origin(event))}
        {...loadOnApproach(loadPicker)}
      >
        <span className={styles.words}>{TRIAGE_TEXTS.snooze}</span>
      </Button>
      {!assignee && (
        <Button
          className={mergeClasses(styles.worded, styles.inWideHeader)}
          appearance="subtle"
          icon={<PersonAvailableRegular />}
          aria-label={TRIAGE_TEXTS.claim}
          data-tip={TRIAGE_TEXTS.claimHint}
          onClick={(event) => actions.assignTo(id, me, origin(event))}
        >
          <span className={styles.words}>{TRIAGE_TEXTS.claim}</span>
        </Button>
      )}
      <Button
        className={assignee ? styles.assignee : mergeClasses(styles.assign, styles.inWideHeader)}
        appearance="subtle"
        icon={assignee ? undefined : <PersonAddRegular />}
        aria-haspopup="dialog"
        data-tip={assignTip}
        aria-keyshortcuts={KEYS.assign}
        onClick={(event) => actions.assign(id, origin(event))}
        {...loadOnApproach(loadPicker)}
      >
        <VisuallyHidden>{assignTip}</VisuallyHidden>
        {assignee && (
          <>
            <Avatar person={assignee} size={24} />
            <bdi className={styles.assigneeName} aria-hidden>
              {assignee.name}
            </bdi>
            {away !== null && (
              <span className={styles.away} aria-hidden>
                {away}
              </span>
            )}
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
        onClick={() => setOpen(true)}
        {...loadOnApproach(loadMenu)}
      />
      <Suspense fallback={null}>
        {isOpen && <ChatMenu chatId={id} anchor={element} opener={() => more.current} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
