import type { Member, NumberId } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Suspense, useMemo } from 'react'
import { deliveryRow } from '../../messages/index.ts'
import { ChatContactCard } from '../../contacts/index.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { useStore } from '../../platform/use-store.ts'
import { useMe } from '../../users/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import { useDetailsStyles } from './details.styles.ts'
import { useChatClient } from '../chat-client-context.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { AboutChat } from './about-chat.tsx'
import { ChatActions } from './chat-actions.tsx'
import { ChatFiles } from './chat-files.tsx'
import { ChatHolds } from './chat-holds.tsx'
import { MemberRow } from './member-row.tsx'
import { openedCard } from './opened-card.ts'
import { OptOutButton } from './opt-out-button.tsx'
import { OtherChats } from './other-chats.tsx'
import { useTextPhone } from '../new-chat/use-text-phone.ts'
import { focusIfLost } from '../triage/row-focus.ts'
import { isActive, isCurrent, isPhone, mayWriteIn, peopleOf } from '../../core/people.ts'

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  former: { marginTop: tokens.spacingVerticalM },
  status: { flexShrink: 0, maxWidth: '45%', textAlign: 'right' },
  failed: { color: tokens.colorStatusDangerForeground1 },
})

type Props = { chat: OpenedChat; onGone: () => void }

/** The right pane: the card of a contact, or details of the chat. */
export function ChatDetails({ chat, onGone }: Props) {
  const card = useStore(openedCard)
  const onText = useTextPhone()
  const member = chat.members.find(({ id }) => card?.chatId === chat.id && card.memberId === id)
  if (!member || !isCurrent(member)) return <Details chat={chat} onGone={onGone} />
  return (
    <Suspense fallback={null}>
      <ChatContactCard
        key={member.id}
        chatId={chat.id}
        phoneId={member.id as string as NumberId}
        onText={onText}
        onClose={() => {
          openedCard.set(null)
          const find = (selector: string) => document.querySelector<HTMLElement>(selector)
          // A contact that was deleted has no card anymore: the focus stays in the pane.
          focusIfLost(() => find(`li [data-card="${member.id}"]`) ?? find(`[aria-label="${CHAT_TEXTS.side}"] button`))
        }}
      />
    </Suspense>
  )
}

/** The contacts, the chat's files, other chats with its contact, the team, and facts about the chat. */
function Details({ chat, onGone }: Props) {
  const styles = useStyles()
  const details = useDetailsStyles()
  const { me } = useChatClient()
  const isAdmin = useMe()?.role === 'Admin'
  const mayChange = mayWriteIn(chat, me) || (isAdmin && !chat.archived)
  const current = chat.members.filter(isCurrent)
  const former = chat.members.filter((member) => !isCurrent(member))
  const phones = current.filter(isPhone)
  const team = current.filter((member) => !isPhone(member))
  const [contact] = phones
  const isOnly = phones.length === 1
  const people = useMemo(() => peopleOf(chat.members), [chat.members])
  const ours = chat.history.messages.findLast(({ sentBy }) => !isPhone(people.get(sentBy)))
  const records = new Map(ours?.delivery.map((record) => [record.memberId, record]))

  function rowOf(member: Member) {
    const isLarge = isOnly && isPhone(member)
    return (
      <MemberRow
        key={member.id}
        member={member}
        isMe={member.id === me}
        isLarge={isLarge}
        people={people}
        {...(isPhone(member) && { onOpen: () => openedCard.set({ chatId: chat.id, memberId: member.id }) })}
        action={mayChange && isPhone(member) && <OptOutButton chatId={chat.id} member={member} />}
      >
        {/* The message itself says whether it reached the only contact. */}
        {ours && isActive(member) && !isLarge && <MemberStatus member={member} record={records.get(member.id)} />}
      </MemberRow>
    )
  }

  return (
    <>
      <section className={mergeClasses(details.section, details.first)}>
        {phones.length > 0 && (
          <ul className={styles.list} aria-label={isOnly ? DETAILS_TEXTS.contact : DETAILS_TEXTS.contacts}>
            {phones.map(rowOf)}
          </ul>
        )}
        <ChatActions chat={chat} mayChange={mayChange} onGone={onGone} />
        <ChatHolds chatId={chat.id} />
      </section>
      <ChatFiles chat={chat} people={people} />
      {contact && isOnly && <OtherChats contact={contact} chatId={chat.id} />}
      <section className={details.section}>
        <h3 className={details.heading}>{DETAILS_TEXTS.team}</h3>
        {team.length === 0 && <p className={details.quiet}>{DETAILS_TEXTS.noTeam}</p>}
        <ul className={styles.list} aria-label={DETAILS_TEXTS.team}>
          {team.map(rowOf)}
        </ul>
        {former.length > 0 && (
          <>
            <h3 className={mergeClasses(details.heading, styles.former)}>{DETAILS_TEXTS.former}</h3>
            <ul className={styles.list} aria-label={DETAILS_TEXTS.former}>
              {former.map((member) => (
                <MemberRow key={member.id} member={member} isMe={member.id === me} people={people} />
              ))}
            </ul>
          </>
        )}
      </section>
      <AboutChat chat={chat} />
    </>
  )
}

function MemberStatus({ member, record }: { member: Member; record: Parameters<typeof deliveryRow>[1] }) {
  const styles = useStyles()
  const details = useDetailsStyles()
  const times = useTimes()
  const row = deliveryRow(member, record)
  return (
    <span
      className={mergeClasses(details.quiet, styles.status, row.failed && styles.failed)}
      title={row.updatedOn ? times.full(row.updatedOn) : undefined}
    >
      {row.statusText}
      {row.updatedOn && <span className={details.quiet}>{times.short(row.updatedOn)}</span>}
    </span>
  )
}
