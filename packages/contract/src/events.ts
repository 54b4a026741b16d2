import { chatChange } from './chat-changes.ts'
import { chatListItem } from './chats.ts'
import { chatId, memberId, messageId, tenantId } from './ids.ts'
import { delivery, message } from './messages.ts'
import { z } from './z.ts'

/** What a client has to refresh. Section 3 of the specification. */
export const eventArea = z.enum(['Unknown', 'Settings', 'ChatList', 'ChatContent'])
export type EventArea = z.infer<typeof eventArea>

/** Which area each kind of event belongs to, decisions 9.2. */
export const EVENT_AREAS = {
  TenantCreated: 'Settings',
  UserAdded: 'Settings',
  PhoneNumbersUpdated: 'Settings',
  ExternalContactAdded: 'Settings',
  ExternalContactDeleted: 'Settings',
  ChatCreated: 'ChatList',
  ChatUpdated: 'ChatList',
  MemberAddedToChat: 'ChatList',
  MemberRemovedFromChat: 'ChatList',
  ChatArchived: 'ChatList',
  IncomingMessageRejected: 'ChatList',
  MessageAddedToChat: 'ChatContent',
  DeliveryStatusUpdated: 'ChatContent',
} as const satisfies Record<string, EventArea>

export type EventKind = keyof typeof EVENT_AREAS
export const eventKind = z.enum(Object.keys(EVENT_AREAS) as [EventKind, ...EventKind[]])

/** How many messages each of these team members has not read after the change. Others are unchanged. */
const unreadCounts = z.record(z.string(), z.number().int())

/** A chat after it was created or changed; without what differs from person to person and search to search. */
export const chatChanged = z.object({
  chat: chatListItem.omit({ unreadCount: true, hit: true }),
  unreadCounts,
  /** The lines that tell of it, each in one event only, oldest first. */
  changes: z.array(chatChange),
})

/** A new message; once more with its files, where those came in later (then `messageCount` has not grown). */
export const messageAdded = z.object({
  message,
  messageCount: z.number().int(),
  hasUnread: z.boolean(),
  /** See `chatListItem`. */
  unclaimedCount: z.number().int(),
  unreadCounts,
})

/** Deliveries that changed, and the records that reading or marking as unread added or took away. */
export const deliveriesChanged = z.object({
  changed: z.array(delivery.extend({ messageId })),
  removed: z.array(z.object({ messageId, memberId })),
  hasUnread: z.boolean(),
  /** See `chatListItem`. Absent: unchanged. */
  failedCount: z.number().int().optional(),
  unreadCounts,
})

const inChat = {
  tenantId,
  chatId,
  /** The chat's counter after this change. A client that holds `version - 1` can apply `data` at once. */
  version: z.number().int(),
}

/** A hint that something changed; the database is the truth (decisions 9). */
export const realtimeEvent = z.union([
  z.object({ ...inChat, area: z.literal('ChatContent'), kind: z.literal('MessageAddedToChat'), data: messageAdded }),
  z.object({
    ...inChat,
    area: z.literal('ChatContent'),
    kind: z.literal('DeliveryStatusUpdated'),
    data: deliveriesChanged,
  }),
  z.object({
    ...inChat,
    area: z.literal('ChatList'),
    kind: z.enum(['ChatCreated', 'ChatUpdated', 'MemberAddedToChat', 'MemberRemovedFromChat', 'ChatArchived']),
    data: chatChanged,
  }),
  /** Without data: the client asks for what it shows. */
  z.object({
    tenantId,
    area: eventArea,
    kind: eventKind,
    chatId: chatId.nullable(),
    version: z.null(),
    data: z.null(),
  }),
])
export type RealtimeEvent = z.infer<typeof realtimeEvent>
export type ChatChanged = z.infer<typeof chatChanged>
export type MessageAdded = z.infer<typeof messageAdded>
export type DeliveriesChanged = z.infer<typeof deliveriesChanged>

/** What a client may hand to the hub's SendMessage: tenant, version and data are the server's to say. */
export const clientEvent = z.object({ area: eventArea, kind: eventKind, chatId: chatId.nullish() })
export type ClientEvent = z.infer<typeof clientEvent>
