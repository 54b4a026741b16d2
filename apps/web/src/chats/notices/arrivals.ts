import type { ChatId, ChatListItem, MemberId, Message, RealtimeEvent } from '@partyline/contract'
import { isMember } from '../updates/chat-state.ts'

/** A message of somebody else that came while this page was open. */
export type Arrival = {
  chatId: ChatId
  message: Pick<Message, 'id' | 'sentBy' | 'text' | 'media' | 'pendingMedia'>
  /** Whether it waits for this person: in a chat of theirs, or as the first text of an unclaimed one. */
  isMine: boolean
}

/**
 * What an event brings that is worth a notice. A picture that came in late brings its message again: then the count of
 * messages has not grown beyond what was held before the event.
 */
export function arrivalOf(
  event: RealtimeEvent,
  { me, held }: { me: MemberId; held: Pick<ChatListItem, 'messageCount'> | undefined },
): Arrival | null {
  if (event.kind !== 'MessageAddedToChat' || event.version === null) return null
  const { message, messageCount, unreadCounts, unclaimedCount } = event.data
  if (message.sentBy === me || (held !== undefined && messageCount <= held.messageCount)) return null
  // An unclaimed chat is announced once, with its first text.
  if (unclaimedCount > 1) return null
  return { chatId: event.chatId, message, isMine: unreadCounts[me] !== undefined || unclaimedCount === 1 }
}

/** What came while no event could tell of it: it is newer than all that was held before, and was not read elsewhere. */
export function arrivalsBetween(
  before: readonly ChatListItem[],
  after: readonly ChatListItem[],
  me: MemberId,
): Arrival[] {
  // The ids of messages grow with time.
  const known = before.map(({ lastMessage }) => lastMessage?.id ?? '').reduce((a, b) => (a > b ? a : b), '')
  if (known === '') return []
  const announced = new Set(before.filter(({ unclaimedCount }) => unclaimedCount > 0).map(({ id }) => id))
  return after.flatMap(({ id: chatId, lastMessage: message, unreadCount, unclaimedCount, ...chat }) => {
    if (message === null || message.sentBy === me || message.id <= known) return []
    if (unclaimedCount > 0) return announced.has(chatId) ? [] : [{ chatId, message, isMine: true }]
    const isMine = isMember(chat, me)
    return isMine && unreadCount === 0 ? [] : [{ chatId, message, isMine }]
  })
}

/** Passes arrivals on to whoever listens, each once. The first listener also hears what came before it listened. */
export function createArrivals() {
  const listeners = new Set<(arrival: Arrival) => void>()
  const newest = new Map<ChatId, Arrival>()
  let wasHeard = false
  return {
    subscribe(listener: (arrival: Arrival) => void) {
      listeners.add(listener)
      if (!wasHeard) for (const arrival of newest.values()) listener(arrival)
      wasHeard = true
      return () => void listeners.delete(listener)
    },
    tell(arrival: Arrival) {
      const last = newest.get(arrival.chatId)
      if (last !== undefined && last.message.id >= arrival.message.id) return
      newest.set(arrival.chatId, arrival)
      for (const listener of listeners) listener(arrival)
    },
  }
}

export type Arrivals = ReturnType<typeof createArrivals>
