import { chatChange } from './chat-changes.ts'
import { chatListItem, chatNotify, sharedChat } from './chats.ts'
import { chatId, memberId, messageId, tenantId } from './ids.ts'
import type { ChatId, TenantId } from './ids.ts'
import { delivery, message } from './messages.ts'
import { note } from './notes.ts'
import { z } from './z.ts'

/** The part of the data that a client has to refresh. */
export const eventArea = z.enum(['Unknown', 'Settings', 'ChatList', 'ChatContent', 'Notes'])
export type EventArea = z.infer<typeof eventArea>

/** The area of each kind of event. */
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
  NotesChanged: 'Notes',
} as const satisfies Record<string, EventArea>

export type EventKind = keyof typeof EVENT_AREAS
export const eventKind = z.enum(Object.keys(EVENT_AREAS) as [EventKind, ...EventKind[]])

/** The number of unread messages of these users after the change: to a client, of its own user only. Others are unchanged. */
const unreadCounts = z.record(z.string(), z.number().int())

/** A chat that was created or changed. */
export const chatChanged = z.object({
  patch: sharedChat,
  lastMessage: chatListItem.shape.lastMessage,
  unreadCounts,
  /** The changes, oldest first, each in one event only. */
  changes: z.array(chatChange),
})

/** A new message; repeated with its files if those arrived later (`messageCount` is then unchanged). */
export const messageAdded = z.object({
  patch: sharedChat.omit({ members: true }),
  message,
  /** The current members only: the rest of what a list shows, for a client that has not loaded this chat. */
  members: sharedChat.shape.members,
  unreadCounts,
  /** The choices of the members who changed the default, `mine`: to a client, of its own user only. Absent: no one has. */
  notify: z.record(z.string(), chatNotify).optional(),
  /** Other changes by the message: it reopened the chat, or assigned it to its author. Absent: none. */
  changes: z.array(chatChange).optional(),
})

/** Changed deliveries, and records that were added by reading or removed by marking as unread. */
export const deliveriesChanged = z.object({
  /** The fields that changed. */
  patch: sharedChat.partial(),
  changed: z.array(delivery.extend({ messageId })),
  removed: z.array(z.object({ messageId, memberId })),
  unreadCounts,
})

/** Changed pending messages. */
export const pendingChanged = z.object({
  /** The fields that changed. */
  patch: sharedChat.partial(),
  /** All messages of the chat that have not been sent. */
  pending: z.array(message),
  unreadCounts,
})

/** Notes of a chat that were added, edited, or deleted, or mentions that were seen. The chat's own `version` stays as it is. */
export const notesChanged = z.object({
  /** The counter of the chat's notes after this change. */
  version: z.number().int(),
  notes: z.array(note),
  /** The unseen mentions of these users after the change: to a client, of its own user only. Others are unchanged. */
  mentionCounts: z.record(z.string(), z.number().int()),
})

const inChat = {
  tenantId,
  chatId,
  /** The chat's counter after this change. A client that has `version - 1` can apply `data` at once. */
  version: z.number().int(),
}

/** A hint that something changed: docs/product.md#events-are-hints */
export const realtimeEvent = z.union([
  z.object({ ...inChat, area: z.literal('ChatContent'), kind: z.literal('MessageAddedToChat'), data: messageAdded }),
  z.object({
    ...inChat,
    area: z.literal('ChatContent'),
    kind: z.literal('DeliveryStatusUpdated'),
    data: deliveriesChanged,
  }),
  z.object({ ...inChat, area: z.literal('ChatList'), kind: z.literal('ChatUpdated'), data: pendingChanged }),
  z.object({
    ...inChat,
    area: z.literal('ChatList'),
    kind: z.enum(['ChatCreated', 'ChatUpdated', 'MemberAddedToChat', 'MemberRemovedFromChat', 'ChatArchived']),
    data: chatChanged,
  }),
  z.object({
    tenantId,
    chatId,
    area: z.literal('Notes'),
    kind: z.literal('NotesChanged'),
    version: z.null(),
    data: notesChanged,
  }),
  /** Without data: clients refetch what they show. */
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

/** Fields of events with data about single users, by their IDs. */
const PERSONAL_FIELDS = ['unreadCounts', 'mentionCounts', 'notify'] as const
type PersonalData = Partial<Record<(typeof PERSONAL_FIELDS)[number], Readonly<Record<string, unknown>>>>

/** The users that an event has data about. */
export function usersIn({ data }: RealtimeEvent): string[] {
  const values: PersonalData = data ?? {}
  return PERSONAL_FIELDS.flatMap((field) => Object.keys(values[field] ?? {}))
}

/** The event as a user's clients receive it, without data about other users. Null: a user it has no data about. */
export function eventFor(userId: string | null, event: RealtimeEvent): RealtimeEvent {
  if (event.data === null) return event
  const values: PersonalData = event.data
  const own = PERSONAL_FIELDS.flatMap((field) => {
    const ofUsers = values[field]
    return ofUsers ? [[field, userId !== null && userId in ofUsers ? { [userId]: ofUsers[userId] } : {}]] : []
  })
  return { ...event, data: { ...event.data, ...Object.fromEntries(own) } }
}

export function eventWithoutData(tenantId: TenantId, kind: EventKind, chatId: ChatId | null = null): RealtimeEvent {
  return { tenantId, kind, area: EVENT_AREAS[kind], chatId, version: null, data: null }
}

export type ChatChanged = z.infer<typeof chatChanged>
export type MessageAdded = z.infer<typeof messageAdded>
export type DeliveriesChanged = z.infer<typeof deliveriesChanged>
export type NotesChanged = z.infer<typeof notesChanged>
export type PendingChanged = z.infer<typeof pendingChanged>

/** Argument of the hub's SendMessage. The server sets the tenant, version, and data. */
export const clientEvent = z.object({ area: eventArea, kind: eventKind, chatId: chatId.nullish() })
export type ClientEvent = z.infer<typeof clientEvent>
