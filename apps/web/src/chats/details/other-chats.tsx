import type { ChatId, ChatListItem, Member } from '@partyline/contract'
import { makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { otherChatsQuery } from '../../core/chats/details-queries.ts'
import { isolated } from '../../platform/isolated.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { useChatNumber } from '../opened/use-chat-number.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import { useDetailsStyles } from './details.styles.ts'

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  other: {
    display: 'flex',
    flexDirection: 'column',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    margin: `0 calc(-1 * ${tokens.spacingHorizontalS})`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  otherName: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

/** The other chats with a contact: on other lines, and deleted ones. Nothing if there are none. */
export function OtherChats({ contact, chatId }: { contact: Member; chatId: ChatId }) {
  const styles = useStyles()
  const details = useDetailsStyles()
  const { data: chats = [] } = useQuery(otherChatsQuery(useApi(), contact.id))
  const others = chats.filter(({ id }) => id !== chatId)
  const heading = DETAILS_TEXTS.otherChats(contact.name)
  if (others.length === 0) return null
  return (
    <section className={details.section}>
      <h3 className={details.heading}>{heading}</h3>
      <ul className={styles.list} aria-label={heading}>
        {others.map((chat) => (
          <li key={chat.id}>
            <OtherChat chat={chat} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OtherChat({ chat: { id, name, numberId, lastMessage, archived } }: { chat: ChatListItem }) {
  const styles = useStyles()
  const details = useDetailsStyles()
  const link = useLinkTo()
  const times = useTimes()
  const facts = [
    useChatNumber(numberId),
    lastMessage && times.short(lastMessage.sentOn),
    archived && DETAILS_TEXTS.isDeleted,
  ]
  return (
    <Link to={link(`/?chat=${id}`)} className={styles.other} title={isolated(name)}>
      <bdi className={styles.otherName}>{name}</bdi>
      <span className={details.quiet}>{facts.filter(Boolean).join(' · ')}</span>
    </Link>
  )
}
