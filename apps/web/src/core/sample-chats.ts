import type {
  Chat,
  ChatId,
  ChatListItem,
  Delivery,
  Member,
  MemberId,
  Message,
  MessageId,
  NumberId,
  PendingState,
  RealtimeEvent,
  TenantId,
} from '@partyline/contract'

/** Chats, people, and events for tests. */
export const TENANT = '0000000e-0000-4000-8000-000000000001' as TenantId
export const ME = '0000000a-0000-4000-8000-000000000001' as MemberId
export const MARTA = '0000000b-0000-4000-8000-000000000001' as MemberId
const FRONT_DESK = '0000000c-0000-4000-8000-000000000001' as NumberId

export const chatId = (index: number) => `019a0000-0000-7000-8000-${String(index).padStart(12, '0')}` as ChatId
export const messageId = (index: number) => `019b0000-0000-7000-8000-${String(index).padStart(12, '0')}` as MessageId

const ADDED = { addedOn: '2026-11-01T08:00:00.000Z', deletedOn: null, disabled: false, optedOut: false, barred: null }
export const MY_MEMBER: Member = { id: ME, name: 'Ana Lopez', role: 'TeamsUser', number: null, ...ADDED }
export const MARTAS_MEMBER: Member = {
  id: MARTA,
  name: 'Marta Rivera',
  role: 'ExternalMobile',
  number: '+12025550142',
  ...ADDED,
}

export function sampleMessage(index: number, parts: Partial<Message> = {}): Message {
  return {
    id: messageId(index),
    text: `Message ${index}`,
    sentOn: new Date(Date.UTC(2026, 10, 20, 9, index)).toISOString(),
    sentBy: MARTA,
    parentId: null,
    parent: null,
    delivery: [],
    media: [],
    pendingMedia: 0,
    missingMedia: 0,
    recovered: false,
    automatic: null,
    ...parts,
  }
}

/** A message of mine that has not been sent. */
export function pendingMessage(index: number, state: PendingState): Message {
  const pending = { state, sendOn: '2026-11-30T14:00:00.000Z', cancelOnReply: true, reason: null, owner: null }
  return sampleMessage(index, { sentBy: ME, pending })
}

/** Messages of a chat that have not been sent. */
export function pendingChanged(chat: number, version: number, messages: Message[]) {
  const scheduledCount = messages.filter(({ pending }) => pending?.state !== 'held').length
  const event: RealtimeEvent = {
    tenantId: TENANT,
    area: 'ChatContent',
    kind: 'DeliveryStatusUpdated',
    chatId: chatId(chat),
    version,
    data: { changed: [], removed: [], hasUnread: false, unreadCounts: {}, pending: { messages, scheduledCount } },
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
    archived: false,
    state: 'open',
    snoozedUntil: null,
    assignedTo: null,
    version: 1,
    lastMessage: sampleMessage(index),
    unreadCount: 0,
    notify: 'mine',
    hit: null,
    ...parts,
  }
}

export function sampleChat(index: number, messages: Message[], parts: Partial<Chat> = {}): Chat {
  const { lastMessage: _, hit: _hit, ...chat } = sampleItem(index)
  return { ...chat, messageCount: messages.length, messages, pending: [], ...parts }
}

export function messageAdded(chat: number, version: number, message: Message, unread: Record<string, number> = {}) {
  const { name, numberId, relay, members, failedCount, scheduledCount, archived, ...rest } = sampleItem(chat)
  const { state, snoozedUntil, assignedTo } = rest
  const fields = { name, numberId, relay, members, failedCount, scheduledCount, archived }
  const event: RealtimeEvent = {
    tenantId: TENANT,
    area: 'ChatContent',
    kind: 'MessageAddedToChat',
    chatId: chatId(chat),
    version,
    data: {
      message,
      messageCount: version,
      hasUnread: true,
      unclaimedCount: 0,
      unreadCounts: unread,
      summary: { ...fields, state, snoozedUntil, assignedTo },
    },
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
    data: { changed: [record], removed: [], hasUnread: false, unreadCounts: unread },
  }
  return event
}

export function chatChanged(
  kind: 'ChatCreated' | 'ChatUpdated' | 'ChatArchived' | 'MemberAddedToChat' | 'MemberRemovedFromChat',
  item: ChatListItem,
  unread: Record<string, number> = {},
) {
  const { unreadCount: _, notify: _notify, hit: _hit, ...chat } = item
  const event: RealtimeEvent = {
    tenantId: TENANT,
    area: 'ChatList',
    kind,
    chatId: chat.id,
    version: chat.version,
    data: { chat, unreadCounts: unread, changes: [] },
  }
  return event
}
