import { isNamedAfterNumber } from '@partyline/contract'
import type { ChatListItem, Member } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { otherChatsQuery } from '../../core/chats/chat-queries.ts'
import { isCurrent, isPhone, peopleOf } from '../../core/people.ts'
import { usePhoneFormat } from '../../numbers/index.ts'
import { isolated } from '../../platform/isolated.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { Avatar, CLIPPED_LINE } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { useChatNumber } from '../opened/use-chat-number.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import { optOutText } from './opt-out-text.ts'

const useStyles = makeStyles({
  section: {
    margin: `0 ${tokens.spacingHorizontalL} ${tokens.spacingVerticalM}`,
    paddingBottom: tokens.spacingVerticalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  contact: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalM },
  who: { minWidth: 0, overflowWrap: 'anywhere' },
  name: {
    ...CLIPPED_LINE,
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  failed: { color: tokens.colorStatusDangerForeground1 },
  heading: {
    margin: `${tokens.spacingVerticalM} 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
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

/** The one contact of a chat, and the other chats with that contact. Nothing in a chat with several, or with none. */
export function ContactSection({ chat }: { chat: Pick<OpenedChat, 'id' | 'members'> }) {
  const phones = chat.members.filter((member) => isPhone(member) && isCurrent(member))
  const [contact] = phones
  return contact && phones.length === 1 ? <Contact contact={contact} chat={chat} /> : null
}

function Contact({ contact, chat }: { contact: Member; chat: Pick<OpenedChat, 'id' | 'members'> }) {
  const styles = useStyles()
  const { data: chats = [] } = useQuery(otherChatsQuery(useApi(), contact.id))
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const number = contact.number ?? ''
  const others = chats.filter(({ id }) => id !== chat.id)
  const people = peopleOf(chat.members)
  return (
    <section className={styles.section} aria-label={DETAILS_TEXTS.contact}>
      <div className={styles.contact}>
        <Avatar person={contact} size={40} />
        <div className={styles.who}>
          <h3 className={styles.name}>
            <bdi>{contact.name}</bdi>
          </h3>
          {!isNamedAfterNumber(contact.name, number) && <div className={styles.quiet}>{format(number)}</div>}
          {contact.optedOut && (
            <div className={mergeClasses(styles.quiet, styles.failed)}>{optOutText(contact, people)}</div>
          )}
        </div>
      </div>
      {others.length > 0 && (
        <>
          <h4 className={styles.heading}>{DETAILS_TEXTS.otherChats(contact.name)}</h4>
          <ul className={styles.list}>
            {others.map((chat) => (
              <li key={chat.id}>
                <OtherChat chat={chat} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function OtherChat({ chat: { id, name, numberId, lastMessage } }: { chat: ChatListItem }) {
  const styles = useStyles()
  const link = useLinkTo()
  const times = useTimes()
  const facts = [useChatNumber(numberId), lastMessage && times.short(lastMessage.sentOn)]
  return (
    <Link to={link(`/?chat=${id}`)} className={styles.other} title={isolated(name)}>
      <bdi className={styles.otherName}>{name}</bdi>
      <span className={styles.quiet}>{facts.filter(Boolean).join(' · ')}</span>
    </Link>
  )
}
