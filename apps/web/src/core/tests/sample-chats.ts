import type {
  Chat,
  ChatId,
  ChatListItem,
  Delivery,
  Message,
  MessageId,
  Note,
  NumberId,
  PendingState,
  RealtimeEvent,
  TenantId,
} from '@partyline/contract'
import { MARTAS_MEMBER, ME, MY_MEMBER, sampleMessage } from './sample-messages.ts'

/** Chats and events, with the people and messages in them. */
export { MARTA, MARTAS_MEMBER, ME, messageId, MY_MEMBER, noteId, sampleMessage, sampleNote } from './sample-messages.ts'

export const TENANT = '0000000e-0000-4000-8000-000000000001' as TenantId
const FRONT_DESK = '0000000c-0000-4000-8000-000000000001' as NumberId

export const chatId = (index: number) => `019a0000-0000-7000-8000-${String(index).padStart(12, '0')}` as ChatId

/** A message of mine that has not been sent. */
export function pendingMessage(index: number, state: PendingState): Message {
  const pending = { state, sendOn: '2026-11-30T14:00:00.000Z', cancelOnReply: true, reason: null, owner: null }
  return sampleMessage(index, { sentBy: ME, pending })
}

/** Messages of a chat that have not been sent. */
export function pendingChanged(chat: number, version: number, messages: Message[]) {
  const inState = (...states: PendingState[]) =>
    messages.filter(({ pending }) => pending && states.includes(pending.state))
  const scheduledCount = inState('scheduled', 'late', 'returned').length
  const returnedCount = inState('late', 'returned').length
  const scheduledFor = inState('scheduled')[0]?.pending?.sendOn ?? null
  const event: RealtimeEvent = {
    tenantId: TENANT,
    area: 'ChatList',
    kind: 'ChatUpdated',
    chatId: chatId(chat),
    version,
    data: {
      patch: { hasUnread: false, scheduledCount, returnedCount, scheduledFor },
      unreadCounts: {},
      pending: messages,
    },
  }
  return event
}

/** Its last message is the one with the chat's own number. */
export function sampleItem(index: number, parts: Partial<ChatListItem> = {}): ChatListItem {
  return {
    id: chatId(index),
    name: `Chat ${index}`,
    numberId: FRONT_DESK,
    relay: true,
    members: [MY_MEMBER, MARTAS_MEMBER],
    messageCount: 1,
    hasUnread: false,
    unclaimedCount: 0,
    failedCount: 0,
    scheduledCount: 0,
    returnedCount: 0,
    waitingSince: null,
    scheduledFor: null,
    archived: false,
    state: 'open',
    snoozedUntil: null,
    assignedTo: null,
    version: 1,
    lastMessage: sampleMessage(index),
    unreadCount: 0,
    mentionCount: 0,
    notify: 'mine',
    hit: null,
    ...parts,
  }
}

export function sampleChat(index: number, messages: Message[], parts: Partial<Chat> = {}): Chat {
  const { lastMessage: _, hit: _hit, ...chat } = sampleItem(index)
  return { ...chat, messageCount: messages.length, messages, pending: [], ...parts }
}

/** The parts of a list item that a message's event has. */
function patchOf(item: ChatListItem) {
  const {
    id: _,
    version: _version,
    unreadCount: _count,
    mentionCount: _mentions,
    notify: _notify,
    hit: _hit,
    lastMessage: _last,
    ...shared
  } = item
  const { members, ...patch } = shared
  return { patch, members }
}

export function messageAdded(chat: number, version: number, message: Message, unread: Record<string, number> = {}) {
  const parts = patchOf(sampleItem(chat, { messageCount: version, hasUnread: true }))
  const event: RealtimeEvent = {
    tenantId: TENANT,
    area: 'ChatContent',
    kind: 'MessageAddedToChat',
    chatId: chatId(chat),
    version,
    data: { ...parts, message, unreadCounts: unread },
  }
  return event
}

/** Notes that were added or changed, and the counts of unseen mentions after that. */
export function notesChanged(
  chat: number,
  version: number,
  notes: readonly Note[],
  mentionCounts: Record<string, number> = {},
) {
  const event: RealtimeEvent = {
    tenantId: TENANT,
    area: 'Notes',
    kind: 'NotesChanged',
    chatId: chatId(chat),
    version: null,
    data: { version, notes: [...notes], mentionCounts },
  }
  return event
}

export function deliveryUpdated(
  chat: number,
  version: number,
  record: Delivery & { messageId: MessageId },
  unread: Record<string, number> = {},
) {
  const event: RealtimeEvent = {
    tenantId: TENANT,
    area: 'ChatContent',
    kind: 'DeliveryStatusUpdated',
    chatId: chatId(chat),
    version,
    data: { patch: { hasUnread: false }, changed: [record], removed: [], unreadCounts: unread },
  }
  return event
}

export function chatChanged(
  kind: 'ChatCreated' | 'ChatUpdated' | 'ChatArchived' | 'MemberAddedToChat' | 'MemberRemovedFromChat',
  item: ChatListItem,
  unread: Record<string, number> = {},
) {
  const { patch, members } = patchOf(item)
  const event: RealtimeEvent = {
    tenantId: TENANT,
    area: 'ChatList',
    kind,
    chatId: item.id,
    version: item.version,
    data: { patch: { ...patch, members }, lastMessage: item.lastMessage, unreadCounts: unread, changes: [] },
  }
  return event
}
