import type {
  ChatChanged,
  ChatId,
  ChatListItem,
  ChatNotify,
  MemberId,
  Message,
  RealtimeEvent,
} from '@partyline/contract'
import { createListeners } from '../../platform/store.ts'
import { isMember } from './chat-state.ts'
import type { Triage } from './chat-state.ts'

/** A message from someone else, or the end of a snooze, while this page was open. */
export type Arrival = {
  chatId: ChatId
  /** Grows with time. */
  id: string
  /** Null: the chat's snooze ended. */
  message: Pick<Message, 'sentBy' | 'text' | 'media' | 'pendingMedia'> | null
  /** Whether it concerns this person: docs/product.md#notifications */
  isMine: boolean
}

/** The new message or the ended snooze of an event, if any. */
export function arrivalOf(
  event: RealtimeEvent,
  { me, held }: { me: MemberId; held: Pick<ChatListItem, 'messageCount' | 'notify'> | undefined },
): Arrival | null {
  if (event.version === null) return null
  if (event.kind === 'ChatUpdated') return endOfSnooze(event.data, { me, notify: held?.notify ?? 'mine' })
  if (event.kind !== 'MessageAddedToChat') return null
  const { message, messageCount, unreadCounts, unclaimedCount, summary, notify } = event.data
  // A late picture repeats its message without raising the message count.
  if (message.sentBy === me || message.automatic || (held !== undefined && messageCount <= held.messageCount))
    return null
  // An unclaimed chat is announced once, with its first text.
  if (unclaimedCount > 1) return null
  const isIn = unreadCounts[me] !== undefined || unclaimedCount === 1
  const isMine = concernOf({ chat: summary, notify: notify?.[me] ?? 'mine', isIn, me })
  return isMine === null ? null : { chatId: event.chatId, id: message.id, message, isMine }
}

function endOfSnooze({ chat, changes }: ChatChanged, { me, notify }: { me: MemberId; notify: ChatNotify }) {
  const change = changes.find(({ kind }) => kind === 'snoozeEnded')
  if (change === undefined || !isMember(chat, me)) return null
  const isMine = concernOf({ chat, notify, isIn: true, me })
  return isMine ? { chatId: chat.id, id: change.id, message: null, isMine } : null
}

type Concern = { chat: Triage; notify: ChatNotify; isIn: boolean; me: MemberId }

/** Whether an arrival concerns this person; null if no one is notified of it: docs/product.md#notifications */
function concernOf({ chat, notify, isIn, me }: Concern): boolean | null {
  if (chat.state !== 'open' || notify === 'none') return null
  const isOurs = chat.assignedTo === null || (chat.assignedTo as string) === me
  return isIn && (notify === 'all' || isOurs)
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
  return after.flatMap((chat) => {
    const { id: chatId, lastMessage: message, unreadCount, unclaimedCount, notify } = chat
    if (message === null || message.sentBy === me || message.id <= known) return []
    const isUnclaimed = unclaimedCount > 0
    const isIn = isUnclaimed || isMember(chat, me)
    const isKnown = isUnclaimed ? announced.has(chatId) : isIn && unreadCount === 0
    const isMine = isKnown ? null : concernOf({ chat, notify, isIn, me })
    return isMine === null ? [] : [{ chatId, id: message.id, message, isMine }]
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
      if (last !== undefined && last.id >= arrival.id) return
      newest.set(arrival.chatId, arrival)
      notify(arrival)
    },
  }
}
