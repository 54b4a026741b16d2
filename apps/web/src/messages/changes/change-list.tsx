import type { ChatChange, ChatId, MemberId } from '@partyline/contract'
import { makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { usePhoneFormat } from '../../numbers/index.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { CLIPPED_LINE } from '../../ui/index.ts'
import { useMe, usersQuery } from '../../users/index.ts'
import type { People } from '../../core/people.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { changeLines } from './change-lines.ts'
import type { ChangeLine } from './change-lines.ts'

/** More lines than this in one place are collapsed. */
const MAX_LINES = 4

const useStyles = makeStyles({
  list: {
    margin: `${tokens.spacingVerticalS} 0`,
    padding: 0,
    listStyleType: 'none',
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
    '> li': CLIPPED_LINE,
  },
  link: { color: tokens.colorBrandForegroundLink },
  folded: { cursor: 'pointer', ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` } },
})

type Props = { changes: readonly ChatChange[]; people: People; me: MemberId; reachable: boolean }

/** The changes of the chat between two messages. Nearly always there are none, which costs nothing. */
export const ChangeList = memo(function ChangeList(props: Props) {
  return props.changes.length === 0 ? null : <ChangeLines {...props} />
})

function ChangeLines({ changes, people, me, reachable }: Props) {
  const styles = useStyles()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const times = useTimes()
  const all = usePeopleOf(changes, people)
  const lines = changeLines(changes, { people: all, me, format, until: times.until })
  const list = (
    <ul className={styles.list}>
      {lines.map((line) => (
        <ChangeItem key={line.key} line={line} reachable={reachable} />
      ))}
    </ul>
  )
  if (lines.length <= MAX_LINES) return list
  return (
    <details className={styles.list}>
      <summary className={styles.folded} tabIndex={reachable ? 0 : -1}>
        {MESSAGE_TEXTS.changes(lines.length)}
      </summary>
      {list}
    </details>
  )
}

/** The members, and the users who changed the chat without being in it. */
function usePeopleOf(changes: readonly ChatChange[], people: People): Parameters<typeof changeLines>[1]['people'] {
  const isMissing = changes.some(({ by }) => by !== null && !people.has(by))
  const { data: users = [] } = useQuery({ ...usersQuery(useApi()), enabled: isMissing })
  if (!isMissing) return people
  // A user's ID is also their ID as a member.
  return { get: (id) => people.get(id) ?? users.find((user) => (user.id as string) === id) }
}

function ChangeItem({ line: { at, text, link }, reachable }: { line: ChangeLine; reachable: boolean }) {
  const times = useTimes()
  const toChat = useToChat()
  const styles = useStyles()
  return (
    <li>
      {text}
      {link && (
        <Link className={styles.link} href={toChat(link.chatId)} tabIndex={reachable ? 0 : -1}>
          <bdi>{link.name}</bdi>
        </Link>
      )}
      {' · '}
      <time dateTime={at} title={times.full(at)}>
        {times.clock(at)}
      </time>
    </li>
  )
}

function useToChat(): (chatId: ChatId) => string {
  const linkTo = useLinkTo()
  return (chatId) => linkTo(`/?chat=${chatId}`)
}
