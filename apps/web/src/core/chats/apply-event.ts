import type {
  Chat,
  ChatListItem,
  MemberId,
  Message,
  NotesChanged,
  PendingChanged,
  RealtimeEvent,
  SharedChat,
} from '@partyline/contract'
import { withChanges, withDeliveries, withMessage, withRecords } from '../history/history.ts'
import type { History } from '../history/history.ts'
import type { OpenedChat } from './opened-chat.ts'

/** An event with what changed, and the chat's version after the change. */
export type ChatEvent = Extract<RealtimeEvent, { version: number }>

/** An event about notes, which leaves the chat's own version as it is. */
export type NotesEvent = Extract<RealtimeEvent, { kind: 'NotesChanged'; data: NotesChanged }>

export function isNotesEvent(event: RealtimeEvent): event is NotesEvent {
  return event.kind === 'NotesChanged' && event.data !== null && 'notes' in event.data
}

/** During an upgrade, a process of the version before may send other data: its events only say where something changed. */
export function isChatEvent(event: RealtimeEvent): event is ChatEvent {
  return event.version !== null && 'patch' in event.data
}

/** An event without the whole chat. */
type PartialEvent = Extract<ChatEvent, { kind: 'DeliveryStatusUpdated' } | { data: PendingChanged }>

export function isPartial(event: ChatEvent): event is PartialEvent {
  return event.kind === 'DeliveryStatusUpdated' || isPendingChanged(event)
}

export function isPendingChanged(event: ChatEvent): event is Extract<ChatEvent, { data: PendingChanged }> {
  return 'pending' in event.data
}

/**
 * How an event relates to the cached chat: `next` can be applied, `known` already is, and a `gap` needs a refetch
 * (docs/product.md#events-are-hints).
 */
export function relationTo(cached: { version: number } | undefined, event: ChatEvent): 'next' | 'known' | 'gap' {
  if (cached === undefined || event.version > cached.version + 1) return 'gap'
  return event.version === cached.version + 1 ? 'next' : 'known'
}

/** The list item after an event of the next version. */
export function applyToItem(item: ChatListItem, event: ChatEvent, me: MemberId): ChatListItem {
  return { ...patched(item, event, me), lastMessage: lastMessageAfter(item, event) }
}

/** The opened chat after an event of the next version. */
export function applyToOpened(chat: OpenedChat, event: ChatEvent, me: MemberId): OpenedChat {
  const after = patched(chat, event, me)
  if (isPendingChanged(event)) return { ...after, pending: event.data.pending }
  return { ...after, history: historyAfter(chat.history, event) }
}

type Patchable = SharedChat & Pick<Chat, 'version' | 'unreadCount'>

function patched<Known extends Patchable>(chat: Known, { version, data }: ChatEvent, me: MemberId): Known {
  const unreadCount = data.unreadCounts[me] ?? chat.unreadCount
  return { ...chat, ...(data.patch as Partial<SharedChat>), version, unreadCount }
}

function lastMessageAfter({ lastMessage, messageCount }: ChatListItem, event: ChatEvent): Message | null {
  if (isPendingChanged(event)) return lastMessage
  switch (event.kind) {
    case 'MessageAddedToChat': {
      const { patch, message } = event.data
      // A late picture repeats its message, which need not be the last one anymore.
      const isLast = patch.messageCount > messageCount || lastMessage?.id === message.id
      return isLast && !message.automatic ? message : lastMessage
    }
    case 'DeliveryStatusUpdated':
      return lastMessage && withRecords(lastMessage, event.data)
    default:
      return event.data.lastMessage
  }
}

function historyAfter(history: History, { kind, data }: Exclude<ChatEvent, { data: PendingChanged }>): History {
  if (kind === 'DeliveryStatusUpdated') return withDeliveries(history, data)
  const withText = kind === 'MessageAddedToChat' ? withMessage(history, data.message) : history
  return withChanges(withText, data.changes ?? [])
}
