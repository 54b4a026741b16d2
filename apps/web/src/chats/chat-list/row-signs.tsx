import type { ChatId, ChatListItem, MemberId } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { ArrowHookUpLeftRegular } from '@fluentui/react-icons/svg/arrow-hook-up-left'
import { CalendarClockRegular } from '@fluentui/react-icons/svg/calendar-clock'
import { ClockRegular } from '@fluentui/react-icons/svg/clock'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { ProhibitedRegular } from '@fluentui/react-icons/svg/prohibited'
import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { activePhones } from '../../core/people.ts'
import { isolated } from '../../platform/isolated.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { Avatar, VisuallyHidden } from '../../ui/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChatItemStyles } from './chat-list.styles.ts'
import { listPreview } from './list-preview.ts'
import { useWaiting } from './use-waiting.ts'

/** The number of messages that this person has not read, or that wait in an unclaimed chat. */
export function waitingCount({ unreadCount, unclaimedCount }: ChatListItem): number {
  return Math.max(unreadCount, unclaimedCount)
}

/** Whether the name is bold: for messages that wait, or for notes that mention this person. */
export const hasNews = (item: ChatListItem) => waitingCount(item) > 0 || item.mentionCount > 0

/** When the chat opens again, or else when its last or found message was sent. */
export function RowTime({ item }: { item: ChatListItem }) {
  const styles = useChatItemStyles()
  const times = useTimes()
  const { snoozedUntil } = item
  if (snoozedUntil !== null) {
    return (
      <time className={styles.time} dateTime={snoozedUntil} title={CHAT_TEXTS.snoozedUntil(times.full(snoozedUntil))}>
        <ClockRegular className={styles.inlineIcon} aria-hidden />
        <VisuallyHidden>{CHAT_TEXTS.snoozedUntil('')}</VisuallyHidden>
        {times.until(snoozedUntil)}
      </time>
    )
  }
  const time = (item.hit ?? item.lastMessage)?.sentOn
  if (time === undefined) return null
  return (
    <time className={styles.time} dateTime={time} title={times.full(time)}>
      {times.short(time)}
    </time>
  )
}

/** The signs next to the message: a failure, the assignee, mentions, and whether it was read. */
export function RowSigns({ item, me }: { item: ChatListItem; me: MemberId }) {
  const isUnsent = useIsUnsent(item.id)
  const isSaid = listPreview(item, me).kind === 'failed'
  const isFailed = isUnsent || isSaid || item.failedCount > 0
  const isWaiting = useWaiting(item.id) !== null
  return (
    <>
      {hasOptedOut(item) && <Sign text={CHAT_TEXTS.optedOut} icon={<ProhibitedRegular />} />}
      {isWaiting && <Sign text={CHAT_TEXTS.waiting} icon={<ClockRegular />} />}
      <PendingSign item={item} />
      {isFailed && <FailedSign isUnsent={isUnsent} isSaid={isSaid} />}
      <Assignee item={item} me={me} />
      <MentionSign item={item} />
      <Badge item={item} isFailed={isFailed} />
    </>
  )
}

/** A returned message needs someone, so it takes precedence over scheduled ones. */
function PendingSign({ item: { returnedCount, scheduledCount } }: { item: ChatListItem }) {
  if (returnedCount > 0) return <Sign text={CHAT_TEXTS.returned} icon={<ArrowHookUpLeftRegular />} isUrgent />
  return scheduledCount > 0 && <Sign text={CHAT_TEXTS.scheduled} icon={<CalendarClockRegular />} />
}

/** Whether the chat has a refused message that is neither sent nor discarded. */
function useIsUnsent(chatId: ChatId): boolean {
  const { outbox } = useChatClient()
  return useSyncExternalStore(outbox.subscribe, () => outbox.of(chatId).some(({ state }) => state.kind === 'failed'))
}

/** Whether all contacts of the chat have opted out. */
function hasOptedOut({ members }: ChatListItem): boolean {
  const phones = activePhones(members)
  return phones.length > 0 && phones.every(({ optedOut }) => optedOut)
}

function Sign({ text, icon, isUrgent = false }: { text: string; icon: ReactNode; isUrgent?: boolean }) {
  const styles = useChatItemStyles()
  return (
    <span className={mergeClasses(styles.sign, isUrgent ? styles.failedIcon : styles.quietSign)} title={text}>
      {icon}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

/** Stays until someone has handled the failure, even if newer messages follow. */
function FailedSign({ isUnsent, isSaid }: { isUnsent: boolean; isSaid: boolean }) {
  const styles = useChatItemStyles()
  const text = isUnsent ? CHAT_TEXTS.notSent : CHAT_TEXTS.notDelivered
  return (
    <span className={styles.sign} title={text}>
      <ErrorCircleRegular className={styles.failedIcon} aria-hidden />
      {(isUnsent || !isSaid) && <VisuallyHidden>{text}</VisuallyHidden>}
    </span>
  )
}

function Assignee({ item: { assignedTo, members }, me }: { item: ChatListItem; me: MemberId }) {
  const styles = useChatItemStyles()
  // A user's ID is also their ID as a member.
  const assignee = members.find(({ id }) => (id as string) === assignedTo)
  if (assignee === undefined) return null
  const text = assignee.id === me ? CHAT_TEXTS.assignedToMe : CHAT_TEXTS.assignedTo(isolated(assignee.name))
  return (
    <span className={styles.sign} title={text}>
      <Avatar person={assignee} size={20} />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

/** In how many notes this person is mentioned that they have not seen. */
export function MentionSign({ item: { mentionCount } }: { item: ChatListItem }) {
  const styles = useChatItemStyles()
  if (mentionCount === 0) return null
  const text = CHAT_TEXTS.mentioned(mentionCount)
  return (
    <span className={styles.mentions} title={text}>
      <span aria-hidden="true">@{mentionCount > 99 ? CHAT_TEXTS.countAtMost : mentionCount}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

/** How many messages wait; nothing if none does. */
export function WaitingCount({ item }: { item: ChatListItem }) {
  const styles = useChatItemStyles()
  const waiting = waitingCount(item)
  if (waiting === 0) return null
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{waiting > 99 ? CHAT_TEXTS.countAtMost : waiting}</span>
      <VisuallyHidden>{CHAT_TEXTS.unread(waiting)}</VisuallyHidden>
    </span>
  )
}

function Badge({ item, isFailed }: { item: ChatListItem; isFailed: boolean }) {
  const styles = useChatItemStyles()
  if (waitingCount(item) > 0) return <WaitingCount item={item} />
  if (!item.hasUnread || isFailed) return null
  // With a key, so that it appears instead of being the count in another place.
  return (
    <span key="ring" className={styles.ring} title={CHAT_TEXTS.notSeenByAll}>
      <VisuallyHidden>{CHAT_TEXTS.notSeenByAll}</VisuallyHidden>
    </span>
  )
}
