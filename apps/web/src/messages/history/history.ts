import type { ChatChange, DeliveriesChanged, Delivery, MemberId, Message, MessageId } from '@partyline/contract'

/** Messages of a chat without a gap between them, oldest first. */
export type Run = {
  messages: Message[]
  /** Whether older messages can be asked for. */
  hasOlder: boolean
}

/** The part of a chat that the browser holds: a run up to the newest message. */
export type History = Run & {
  /**
   * A run further back that the person went to. While it is there, it is what they see; between it and the newest run
   * lie messages that can be asked for.
   */
  excerpt: Run | null
  /** What events told about the chat since it was last asked for, oldest first. */
  changes: ChatChange[]
  /** How often the chat was asked for. */
  answers: number
}

/** What the person sees. */
export function shownRun(history: History): Run {
  return history.excerpt ?? history
}

/**
 * Puts a message in its place. One that is held already is replaced, so that no message ever shows twice. One from
 * before the held part, as a picture that came late brings it again, has its place only when that part is asked for.
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

/**
 * Takes in the answer to a send. Events may have overtaken it: what they brought is newer than what the answer says.
 */
export function withAnswer(history: History, message: Message): History {
  return history.messages.some(({ id }) => id === message.id) ? history : withMessage(history, message)
}

/** Takes over delivery records that changed, and drops those that were taken away. */
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

/** The same change on one message. */
export function withRecords(message: Message, change: Pick<DeliveriesChanged, 'changed' | 'removed'>): Message {
  const removed = change.removed.filter(({ messageId }) => messageId === message.id)
  const changed = change.changed.filter(({ messageId }) => messageId === message.id).map(recordOf)
  if (removed.length + changed.length === 0) return message
  const isOf = (one: { memberId: MemberId }) => (other: { memberId: MemberId }) => one.memberId === other.memberId
  const staying = message.delivery.filter((record) => !removed.some(isOf(record)))
  const added = changed.filter((record) => !staying.some(isOf(record)))
  // Everybody keeps their place: who is named first does not depend on whose phone was quicker.
  return { ...message, delivery: [...staying.map((record) => changed.find(isOf(record)) ?? record), ...added] }
}

/** Notes what happened to the chat beside its messages. */
export function withChanges(history: History, changes: readonly ChatChange[]): History {
  return changes.length === 0 ? history : { ...history, changes: [...history.changes, ...changes] }
}

/**
 * Takes over the newest page as the server has it now. What is older than the page stays, provided that the page
 * reaches back to it: otherwise there would be a gap in the middle.
 */
export function withNewest(history: History | undefined, newest: Message[], pageSize: number): History {
  const asked = { excerpt: history?.excerpt ?? null, changes: [], answers: (history?.answers ?? 0) + 1 }
  const hasOlder = newest.length >= pageSize
  const first = newest[0]
  if (history === undefined || first === undefined) return { ...asked, messages: newest, hasOlder }
  const overlap = history.messages.findIndex(({ id }) => id === first.id)
  if (overlap < 0) return { ...asked, messages: newest, hasOlder }
  return {
    ...asked,
    messages: [...history.messages.slice(0, overlap), ...newest],
    hasOlder: history.hasOlder && hasOlder,
  }
}

/** The server's own order: ids are UUIDv7, which begin with the time. */
export function compareMessages(one: { id: string }, other: { id: string }): number {
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}

function recordOf(change: DeliveriesChanged['changed'][number]): Delivery {
  const { messageId: _, ...record } = change
  return record
}
