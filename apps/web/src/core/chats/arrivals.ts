import type {
  ChatChanged,
  ChatId,
  ChatListItem,
  ChatNotify,
  MemberId,
  Message,
  NotesChanged,
  PendingChanged,
  RealtimeEvent,
} from '@partyline/contract'
import { createListeners } from '../../platform/store.ts'
import { compareMessages } from '../history/history.ts'
import { isMember } from '../people.ts'
import { isChatEvent, isPendingChanged } from './apply-event.ts'
import type { Triage } from './chat-state.ts'

/**
 * A message from someone else, a note that mentions this person, the end of a snooze, or a message of this person that was not
 * sent, while this page was open.
 */
export type Arrival = {
  chatId: ChatId
  id: string
  at: string
  kind: 'message' | 'mention' | 'snoozeEnded' | 'notSent'
  /** The message or the note. Null if the chat's snooze ended. */
  message: Pick<Message, 'sentBy' | 'text' | 'media' | 'pendingMedia' | 'pending'> | null
  /** Whether it concerns this person: docs/product.md#notifications */
  isMine: boolean
}

/** The arrival of an event, if any. */
export function arrivalOf(
  event: RealtimeEvent,
  { me, cached }: { me: MemberId; cached: Pick<ChatListItem, 'messageCount' | 'notify'> | undefined },
): Arrival | null {
  if (event.kind === 'NotesChanged') return event.data && mention(event.chatId, event.data, me)
  if (!isChatEvent(event)) return null
  if (isPendingChanged(event)) return returned(event.chatId, event.data, me)
  if (event.kind === 'ChatUpdated')
    return endOfSnooze(event.chatId, event.data, { me, notify: cached?.notify ?? 'mine' })
  if (event.kind !== 'MessageAddedToChat') return null
  const { message, patch, unreadCounts, notify } = event.data
  const { messageCount, unclaimedCount } = patch
  // A late picture repeats its message without raising the message count.
  if (message.sentBy === me || message.automatic || (cached !== undefined && messageCount <= cached.messageCount))
    return null
  // An unclaimed chat is announced once, with its first text.
  if (unclaimedCount > 1) return null
  const isIn = unreadCounts[me] !== undefined || unclaimedCount === 1
  const isMine = concernOf({ chat: patch, notify: notify?.[me] ?? 'mine', isIn, me })
  return isMine === null
    ? null
    : { kind: 'message', chatId: event.chatId, id: message.id, at: message.sentOn, message, isMine }
}

/** People are told of mentions in every chat. */
function mention(chatId: ChatId, { notes, mentionCounts }: NotesChanged, me: MemberId): Arrival | null {
  if (!mentionCounts[me]) return null
  const note = notes.findLast(
    ({ mentions, createdBy }) =>
      createdBy !== me && mentions.some((one) => one === 'everyone' || (one as string) === me),
  )
  if (!note) return null
  const { id, text, media, createdBy: sentBy, createdOn, editedOn } = note
  const message = { text, media, sentBy, pendingMedia: 0 }
  return { kind: 'mention', chatId, id, at: editedOn ?? createdOn, message, isMine: true }
}

function endOfSnooze(
  chatId: ChatId,
  { patch: chat, changes }: ChatChanged,
  { me, notify }: { me: MemberId; notify: ChatNotify },
): Arrival | null {
  const change = changes.find(({ kind }) => kind === 'snoozeEnded')
  if (change === undefined || !isMember(chat, me)) return null
  const isMine = concernOf({ chat, notify, isIn: true, me })
  return isMine ? { kind: 'snoozeEnded', chatId, id: change.id, at: change.at, message: null, isMine } : null
}

/** The last message that was returned to this person, or waits for their confirmation. */
function returned(chatId: ChatId, { pending }: PendingChanged, me: MemberId): Arrival | null {
  const message = pending.findLast(({ sentBy, pending: now }) => {
    if (now?.state === 'late') return sentBy === me
    return now?.state === 'returned' && now.reason !== 'undone' && (now.owner as string) === me
  })
  return message ? { kind: 'notSent', chatId, id: message.id, at: message.sentOn, message, isMine: true } : null
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
  const known = before
    .flatMap(({ lastMessage }) => lastMessage ?? [])
    .toSorted(compareMessages)
    .at(-1)
  if (known === undefined) return []
  const announced = new Set(before.filter(({ unclaimedCount }) => unclaimedCount > 0).map(({ id }) => id))
  return after.flatMap((chat) => {
    const { id: chatId, lastMessage: message, unreadCount, unclaimedCount, notify } = chat
    if (message === null || message.sentBy === me || compareMessages(message, known) <= 0) return []
    const isUnclaimed = unclaimedCount > 0
    const isIn = isUnclaimed || isMember(chat, me)
    const isKnown = isUnclaimed ? announced.has(chatId) : isIn && unreadCount === 0
    const isMine = isKnown ? null : concernOf({ chat, notify, isIn, me })
    return isMine === null ? [] : [{ kind: 'message', chatId, id: message.id, at: message.sentOn, message, isMine }]
  })
}

/** Reports each arrival once. The first listener also gets those from before it subscribed. */
export function createArrivals() {
  const { subscribe, notify } = createListeners<[Arrival]>()
  const newest = new Map<ChatId, Arrival>()
  const notSent = new Map<string, Arrival>()
  let hasHadListener = false
  return {
    subscribe(listener: (arrival: Arrival) => void) {
      const unsubscribe = subscribe(listener)
      if (!hasHadListener) for (const arrival of [...newest.values(), ...notSent.values()]) listener(arrival)
      hasHadListener = true
      return unsubscribe
    },
    /** Reports an arrival once. Returns whether it is new. */
    report(arrival: Arrival): boolean {
      if (arrival.kind === 'notSent') {
        // Each event has all pending messages of its chat.
        if (notSent.has(arrival.id)) return false
        notSent.set(arrival.id, arrival)
        notify(arrival)
        return true
      }
      const last = newest.get(arrival.chatId)
      if (last !== undefined && compareMessages(last, arrival) >= 0) return false
      newest.set(arrival.chatId, arrival)
      notify(arrival)
      return true
    },
  }
}
