import type { MemberId, Message, MessageId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import type { Run } from '../history/history.ts'
import type { NewLine } from './transcript-rows.ts'

/** What is new begins further back than the held messages: with the `missing` newest of others before `beforeId`. */
export type NewFurtherBack = { beforeId: MessageId; missing: number; count: number }

/**
 * Where the line for what is new stands: above the oldest of the newest `unreadCount` messages that this person
 * has neither written nor read. Null where nothing is new.
 */
export function newLineAt(
  { messages, hasOlder }: Run,
  unreadCount: number,
  me: MemberId,
): NewLine | NewFurtherBack | null {
  const unread = messages.filter((message) => isUnreadBy(message, me)).slice(-unreadCount)
  const [first] = unread
  const [oldest] = messages
  if (unreadCount === 0 || !first || !oldest) return null
  const missing = unreadCount - unread.length
  if (missing > 0 && hasOlder) return { beforeId: oldest.id, missing, count: unreadCount }
  return { messageId: first.id, count: unreadCount }
}

/**
 * The line's place once the messages before are held, null until then. By now they count as read, so that only how
 * many there were tells where it is.
 */
export function newLineFurtherBack(
  { messages }: Pick<Run, 'messages'>,
  { beforeId, missing, count }: NewFurtherBack,
  me: MemberId,
): NewLine | null {
  // A run of another time has no gapless way to there.
  const from = messages.findIndex(({ id }) => id === beforeId)
  const before = messages.slice(0, Math.max(from, 0)).filter(({ sentBy }) => sentBy !== me)
  const first = before.at(-missing)
  return first ? { messageId: first.id, count } : null
}

/** What is unread again when somebody marks a message so: it and what others wrote after it, as far as one call takes. */
export function unreadFrom(message: Message, messages: readonly Message[], me: MemberId): MessageId[] {
  const from = messages.findIndex(({ id }) => id === message.id)
  const later = messages.slice(from).filter(({ sentBy }) => sentBy !== me)
  return later.slice(0, PAGE.maxMessages).map(({ id }) => id)
}

export function isUnreadBy(message: Message, me: MemberId): boolean {
  return message.sentBy !== me && !message.delivery.some(({ memberId }) => memberId === me)
}
