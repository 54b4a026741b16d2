import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addMembers } from '../../core/chats/add-members.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { inWords, isPhone, shortNames } from '../../core/people.ts'
import { errorText } from '../../platform/api-error.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { announce } from '../../ui/index.ts'
import { awayUntil, useAway } from '../../users/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { OPENED_TEXTS } from './opened-texts.ts'
import type { MissingMember } from './use-add-note.ts'

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    rowGap: tokens.spacingVerticalXXS,
    flexShrink: 0,
    width: 'calc(100% - 48px)',
    maxWidth: '912px',
    boxSizing: 'border-box',
    margin: '0 auto',
    padding: `${tokens.spacingVerticalXXS} 0 ${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalXS}`,
    color: tokens.colorNeutralForeground2,
    '@media (max-width: 699.98px)': { width: 'calc(100% - 24px)' },
  },
  text: { minWidth: 0, overflowWrap: 'anywhere' },
  failed: { color: tokens.colorStatusDangerForeground1 },
})

type Props = { chat: OpenedChat; people: readonly MissingMember[]; onClose: () => void }

/** Above the composer, after a note mentioned people who are not in the chat: offers to add them. */
export function MemberOffer({ chat, people, onClose }: Props) {
  const styles = useStyles()
  const api = useApi()
  const { caches } = useChatClient()
  const short = shortNames([...chat.members.filter((member) => !isPhone(member)), ...people])
  const nameOf = ({ id, name }: MissingMember) => short.get(id) ?? name
  const names = inWords(people.map(nameOf))
  const awayOf = useAway()
  const times = useTimes()
  const away = people.flatMap((person) => {
    const theirs = awayOf(person.id)
    return theirs ? [OPENED_TEXTS.isAway(nameOf(person), awayUntil(theirs, times))] : []
  })
  const text = [OPENED_TEXTS.notInChat(names, people.length), ...away].join(' ')
  const add = useMutation({
    mutationFn: () =>
      addMembers(
        api,
        chat,
        people.map(({ id }) => id),
      ),
    onSuccess(changed) {
      announce(OPENED_TEXTS.membersAdded(names, people.length))
      caches.putChat(changed)
      onClose()
    },
  })
  // Joined with the announcement that it would cut off.
  useEffect(() => announce(`${OPENED_TEXTS.noteAdded} ${text}`), [text])
  const [only] = people
  return (
    <div className={styles.bar}>
      {add.isError ? (
        <span className={styles.failed} role="alert">
          {OPENED_TEXTS.notAdded(people.length)} {errorText(add.error)}
        </span>
      ) : (
        <span className={styles.text}>{text}</span>
      )}
      <Button size="small" disabledFocusable={add.isPending} onClick={() => add.mutate()}>
        {add.isPending
          ? OPENED_TEXTS.addingMembers
          : only && people.length === 1
            ? OPENED_TEXTS.addMember(nameOf(only))
            : OPENED_TEXTS.addMembers}
      </Button>
      <Button
        appearance="subtle"
        size="small"
        icon={<DismissRegular />}
        aria-label={OPENED_TEXTS.dismissOffer}
        onClick={onClose}
      />
    </div>
  )
}
