import type {
  ChatChanged,
  ChatId,
  ChatListItem,
  MemberId,
  Message,
  NoticeKind,
  NotesChanged,
  PendingChanged,
  RealtimeEvent,
} from '@partyline/contract'
import { createListeners } from '../../platform/store.ts'
import { compareMessages } from '../history/history.ts'
import { isMember } from '../people.ts'
import { isChatEvent, isPendingChanged } from './apply-event.ts'

/** An event during this page's lifetime that may notify this person: docs/product.md#notifications */
export type Arrival = {
  kind: NoticeKind
  chatId: ChatId
  /** The ID of the message, the note, or the change. */
  id: string
  at: string
  /** Who wrote the message or the note, or assigned the chat. Null if no one did. */
  by: MemberId | null
  message: Pick<Message, 'text' | 'media' | 'pendingMedia' | 'pending'> | null
  /** The chat's facts that came with the event; empty where they are not needed. */
  chat: Partial<ChatFacts>
}

/** The fields of a chat that decide whether a person is notified. */
export type ChatFacts = Pick<
  ChatListItem,
  'state' | 'assignedTo' | 'numberId' | 'members' | 'unclaimedCount' | 'notify'
>

/** The arrival of an event, if any. */
export function arrivalOf(
  event: RealtimeEvent,
  { me, cached }: { me: MemberId; cached: Pick<ChatListItem, 'messageCount'> | undefined },
): Arrival | null {
  if (event.kind === 'NotesChanged') return event.data && mention(event.chatId, event.data, me)
  if (!isChatEvent(event)) return null
  if (isPendingChanged(event)) return returned(event.chatId, event.data, me)
  if (event.kind === 'ChatUpdated')
    return assignment(event.chatId, event.data, me) ?? endOfSnooze(event.chatId, event.data)
  if (event.kind !== 'MessageAddedToChat') return null
  const { message, patch, members, notify } = event.data
  const { messageCount, unclaimedCount } = patch
  // A late picture repeats its message without raising the message count.
  if (message.sentBy === me || message.automatic || (cached !== undefined && messageCount <= cached.messageCount))
    return null
  // An unclaimed chat is announced once, with its first text.
  if (unclaimedCount > 1) return null
  return text(event.chatId, message, factsOf({ ...patch, members, notify: notify?.[me] ?? 'mine' }))
}

function text(chatId: ChatId, message: Message, chat: ChatFacts): Arrival {
  return { kind: 'text', chatId, id: message.id, at: message.sentOn, by: message.sentBy, message, chat }
}

function mention(chatId: ChatId, { notes, mentionCounts }: NotesChanged, me: MemberId): Arrival | null {
  if (!mentionCounts[me]) return null
  const note = notes.findLast(
    ({ mentions, createdBy }) =>
      createdBy !== me && mentions.some((one) => one === 'everyone' || (one as string) === me),
  )
  if (!note) return null
  const { id, text, media, createdBy: by, createdOn, editedOn } = note
  return {
    kind: 'mention',
    chatId,
    id,
    at: editedOn ?? createdOn,
    by,
    message: { text, media, pendingMedia: 0 },
    chat: {},
  }
}

/** A colleague assigned the chat to this person. */
function assignment(chatId: ChatId, { patch, changes }: ChatChanged, me: MemberId): Arrival | null {
  if ((patch.assignedTo as string | null) !== me) return null
  const change = changes.findLast(({ kind }) => kind === 'assigned')
  if (change === undefined || change.by === null || change.by === me) return null
  return { kind: 'assigned', chatId, id: change.id, at: change.at, by: change.by, message: null, chat: {} }
}

function endOfSnooze(chatId: ChatId, { patch, changes }: ChatChanged): Arrival | null {
  const change = changes.find(({ kind }) => kind === 'snoozeEnded')
  if (change === undefined) return null
  const { state, assignedTo, numberId, members, unclaimedCount } = patch
  // The event does not have the members' choices.
  const chat = { state, assignedTo, numberId, members, unclaimedCount }
  return { kind: 'snoozeEnded', chatId, id: change.id, at: change.at, by: null, message: null, chat }
}

/** The last message that was returned to this person, or waits for their confirmation. */
function returned(chatId: ChatId, { pending }: PendingChanged, me: MemberId): Arrival | null {
  const message = pending.findLast(({ sentBy, pending: now }) => {
    if (now?.state === 'late') return sentBy === me
    return now?.state === 'returned' && now.reason !== 'undone' && (now.owner as string) === me
  })
  return message
    ? { kind: 'notSent', chatId, id: message.id, at: message.sentOn, by: message.sentBy, message, chat: {} }
    : null
}

export const factsOf = ({ state, assignedTo, numberId, members, unclaimedCount, notify }: ChatFacts): ChatFacts => ({
  state,
  assignedTo,
  numberId,
  members,
  unclaimedCount,
  notify,
})

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
    const { id: chatId, lastMessage: message, unreadCount, unclaimedCount } = chat
    if (message === null || message.sentBy === me || compareMessages(message, known) <= 0) return []
    const isKnown = unclaimedCount > 0 ? announced.has(chatId) : isMember(chat, me) && unreadCount === 0
    return isKnown ? [] : [text(chatId, message, factsOf(chat))]
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
