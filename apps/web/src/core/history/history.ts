import type { ChatChange, DeliveriesChanged, Delivery, MemberId, Message, MessageId } from '@partyline/contract'

/** Messages of a chat without a gap between them, oldest first. */
export type Run = {
  messages: Message[]
  /** Whether there may be older messages. */
  hasOlder: boolean
}

/** The loaded part of a chat: a run up to the newest message. */
export type History = Run & {
  /** A run further back that the person went to, shown instead of the newest one. Messages between the two are not loaded. */
  excerpt: Run | null
  /** Changes of the chat from events since it was last fetched, oldest first. */
  changes: ChatChange[]
  /** How often the chat was fetched. */
  answers: number
}

/** The run on screen. */
export function shownRun(history: History): Run {
  return history.excerpt ?? history
}

/**
 * Inserts or replaces a message, so that none appears twice. A message older than the loaded part, repeated because of a
 * late picture, is left out.
 */
export function withMessage(history: History, message: Message): History {
  const { excerpt } = history
  const last = excerpt?.messages.at(-1)
  const isInExcerpt = excerpt !== null && last !== undefined && compareMessages(message, last) <= 0
  return {
    ...history,
    messages: messagesWith(history, message),
    excerpt: isInExcerpt ? { ...excerpt, messages: messagesWith(excerpt, message) } : excerpt,
  }
}

function messagesWith({ messages, hasOlder }: Run, message: Message): Message[] {
  const first = messages[0]
  if (hasOlder && first !== undefined && compareMessages(message, first) < 0) return messages
  const others = messages.filter(({ id }) => id !== message.id)
  const after = others.findLastIndex((other) => compareMessages(other, message) < 0) + 1
  return others.toSpliced(after, 0, message)
}

/** Adds the response to a send, unless an event brought the message first: the event is newer. */
export function withAnswer(history: History, message: Message): History {
  return history.messages.some(({ id }) => id === message.id) ? history : withMessage(history, message)
}

/** Applies changed and removed delivery records. */
export function withDeliveries(history: History, change: Pick<DeliveriesChanged, 'changed' | 'removed'>): History {
  const touched = new Set<MessageId>([...change.changed, ...change.removed].map(({ messageId }) => messageId))
  const isTouched = ({ messages }: Run) => messages.some(({ id }) => touched.has(id))
  const changedIn = ({ messages }: Run) =>
    messages.map((message) => (touched.has(message.id) ? withRecords(message, change) : message))
  const { excerpt } = history
  const changed = isTouched(history) ? { ...history, messages: changedIn(history) } : history
  if (excerpt === null || !isTouched(excerpt)) return changed
  return { ...changed, excerpt: { ...excerpt, messages: changedIn(excerpt) } }
}

/** The same for one message. */
export function withRecords(message: Message, change: Pick<DeliveriesChanged, 'changed' | 'removed'>): Message {
  const removed = change.removed.filter(({ messageId }) => messageId === message.id)
  const changed = change.changed.filter(({ messageId }) => messageId === message.id).map(recordOf)
  if (removed.length + changed.length === 0) return message
  const isOf = (one: { memberId: MemberId }) => (other: { memberId: MemberId }) => one.memberId === other.memberId
  const staying = message.delivery.filter((record) => !removed.some(isOf(record)))
  const added = changed.filter((record) => !staying.some(isOf(record)))
  // Records keep their order, so that the order of names does not depend on whose phone was faster.
  return { ...message, delivery: [...staying.map((record) => changed.find(isOf(record)) ?? record), ...added] }
}

/** Adds changes of the chat. */
export function withChanges(history: History, changes: readonly ChatChange[]): History {
  return changes.length === 0 ? history : { ...history, changes: [...history.changes, ...changes] }
}

/** Replaces the newest page. Older messages stay if the page reaches back to them; otherwise there would be a gap. */
export function withNewest(history: History | undefined, newest: Message[], pageSize: number): History {
  const base = { excerpt: history?.excerpt ?? null, changes: [], answers: (history?.answers ?? 0) + 1 }
  const hasOlder = newest.length >= pageSize
  const first = newest[0]
  if (history === undefined || first === undefined) return { ...base, messages: newest, hasOlder }
  const overlap = history.messages.findIndex(({ id }) => id === first.id)
  if (overlap < 0) return { ...base, messages: newest, hasOlder }
  return {
    ...base,
    messages: [...history.messages.slice(0, overlap), ...newest],
    hasOlder: history.hasOlder && hasOlder,
  }
}

/** Drops messages from before a time, which were deleted since they were fetched. */
export function withoutDeleted(history: History, deletedBefore = ''): History {
  const messages = history.messages.filter(({ sentOn }) => sentOn >= deletedBefore)
  return { ...history, messages, excerpt: null }
}

/** Whether a person wrote it. Automatic replies are not in lists, and are never unread. */
export function isWritten({ automatic }: Pick<Message, 'automatic'>): boolean {
  return automatic === null
}

/** Whether this person has neither written nor read a message. */
export function isUnreadBy(message: Message, me: MemberId): boolean {
  return message.sentBy !== me && isWritten(message) && !message.delivery.some(({ memberId }) => memberId === me)
}

/** A message, a change of the chat, or a note. */
type Placed = { id: string } & ({ sentOn: string } | { createdOn: string } | { at: string })

/** The server's order. */
export function compareMessages(one: Placed, other: Placed): number {
  const [time, otherTime] = [timeOf(one), timeOf(other)]
  if (time !== otherTime) return time < otherTime ? -1 : 1
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}

function timeOf(placed: Placed): string {
  if ('sentOn' in placed) return placed.sentOn
  return 'createdOn' in placed ? placed.createdOn : placed.at
}

function recordOf(change: DeliveriesChanged['changed'][number]): Delivery {
  const { messageId: _, ...record } = change
  return record
}
