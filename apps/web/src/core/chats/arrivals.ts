import type { ChatId, ChatListItem, MemberId, Message, RealtimeEvent } from '@partyline/contract'
import { createListeners } from '../../platform/store.ts'
import { isMember } from './chat-state.ts'

/** A message from someone else that arrived while this page was open. */
export type Arrival = {
  chatId: ChatId
  message: Pick<Message, 'id' | 'sentBy' | 'text' | 'media' | 'pendingMedia'>
  /** Whether it concerns this person: it is in one of their chats, or the first text of an unclaimed chat. */
  isMine: boolean
}

/** The new message of an event, if any. A late picture repeats its message without raising the message count. */
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

/** The messages that arrived without events: newer than all that were loaded before, and not read elsewhere. */
export function arrivalsBetween(
  before: readonly ChatListItem[],
  after: readonly ChatListItem[],
  me: MemberId,
): Arrival[] {
  // Message IDs grow with time.
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

/** Reports each arrival once. The first listener also gets those from before it subscribed. */
export function createArrivals() {
  const { subscribe, notify } = createListeners<[Arrival]>()
  const newest = new Map<ChatId, Arrival>()
  let hasHadListener = false
  return {
    subscribe(listener: (arrival: Arrival) => void) {
      const unsubscribe = subscribe(listener)
      if (!hasHadListener) for (const arrival of newest.values()) listener(arrival)
      hasHadListener = true
      return unsubscribe
    },
    report(arrival: Arrival) {
      const last = newest.get(arrival.chatId)
      if (last !== undefined && last.message.id >= arrival.message.id) return
      newest.set(arrival.chatId, arrival)
      notify(arrival)
    },
  }
}
