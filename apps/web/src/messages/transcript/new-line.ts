import type { MemberId, Message, MessageId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { isUnreadBy, isWritten } from '../../core/history/history.ts'
import type { Run } from '../../core/history/history.ts'
import type { NewLine } from './transcript-rows.ts'

/** The unread messages begin before the loaded ones: with the `missing` newest ones of others before `beforeId`. */
export type NewFurtherBack = { beforeId: MessageId; missing: number; count: number }

/** The position of the line for new messages: above the oldest of the newest `unreadCount` unread ones; null if none are. */
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

/** The line's position once the older messages are loaded; null until then. They are read by now, so that their number decides. */
export function newLineFurtherBack(
  { messages }: Pick<Run, 'messages'>,
  { beforeId, missing, count }: NewFurtherBack,
  me: MemberId,
): NewLine | null {
  // A run of another time may have a gap before it.
  const from = messages.findIndex(({ id }) => id === beforeId)
  const before = messages.slice(0, Math.max(from, 0)).filter((one) => one.sentBy !== me && isWritten(one))
  const first = before.at(-missing)
  return first ? { messageId: first.id, count } : null
}

/** The messages to mark as unread: this one and later ones from others, up to the limit of a call. */
export function unreadFrom(message: Message, messages: readonly Message[], me: MemberId): MessageId[] {
  const from = messages.findIndex(({ id }) => id === message.id)
  const later = messages.slice(from).filter((one) => one.sentBy !== me && isWritten(one))
  return later.slice(0, PAGE.maxMessages).map(({ id }) => id)
}
