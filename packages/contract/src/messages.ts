import {
  defineCalls,
  IDEMPOTENCY_HEADERS,
  SEARCH_DETAILS,
  SEARCH_REPLY_HEADERS,
  upload,
  WRITERS_ONLY,
  WRITERS_OR_UNCLAIMED,
} from './call.ts'
import { limit, term } from './fields.ts'
import { chatId, instant, memberId, messageId, numberId } from './ids.ts'
import { BOUNDS, MESSAGE, PAGE } from './limits.ts'
import { file } from './media.ts'
import { holdSecondsField, pending } from './pending-messages.ts'
import { BOUND_TEXTS } from './refusal-texts.ts'
import { VALIDATION } from './texts.ts'
import { z } from './z.ts'

/**
 * The delivery status for one member (docs/product.md#statuses). It only moves up: queued < sending < sent < {delivered,
 * undelivered, failed}; undelivered < delivered; queued, sending < skipped. An unknown one becomes what Twilio reports, or
 * sent if a person marks it as sent. Sending it again starts over with queued. `read` is for users and the
 * contact who wrote the message, the others are for contacts.
 */
export const deliveryStatus = z.enum([
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'skipped',
  'unknown',
  'read',
])
export type DeliveryStatus = z.infer<typeof deliveryStatus>

export const delivery = z.object({
  memberId,
  status: deliveryStatus,
  updatedOn: instant,
  /** Twilio's error code if it failed. */
  errorCode: z.number().int().nullable(),
  /** An explanation for people if it failed, was skipped, or is unknown. */
  errorText: z.string().nullable(),
  /** Whether someone dismissed the failure. */
  dismissed: z.boolean(),
})
export type Delivery = z.infer<typeof delivery>

/** The quoted part of the message that another one replies to. */
export const quotedMessage = z.object({
  id: messageId,
  text: z.string(),
  sentBy: memberId,
  mediaCount: z.number().int(),
})
export type QuotedMessage = z.infer<typeof quotedMessage>

export const message = z.object({
  id: messageId,
  /** Without the signature that phones get. Empty if there are only media. */
  text: z.string(),
  sentOn: instant,
  sentBy: memberId,
  parentId: messageId.nullable(),
  /** Null if `parentId` is null. */
  parent: quotedMessage.nullable(),
  delivery: z.array(delivery),
  media: z.array(file),
  /** Number of files of an inbound message that are still being fetched. */
  pendingMedia: z.number().int(),
  /** Number of files of an inbound message that could not be fetched. */
  missingMedia: z.number().int(),
  /** The webhook was missed and the text was found in Twilio's list later: it may be older than `sentOn`. */
  recovered: z.boolean(),
  /** Only of a message that has not been sent: it has no deliveries, and `sentOn` is when it was written. */
  pending: pending.optional(),
  /** Sent by the line itself, to the contact who texted: docs/product.md#automatic-replies Null: someone wrote it. */
  automatic: z.enum(['away', 'greeting']).nullable(),
})
export type Message = z.infer<typeof message>

export const unreadMessages = z.object({ chatId, messages: z.array(message) })
export type UnreadMessages = z.infer<typeof unreadMessages>

/** Why an inbound text was rejected. */
export const rejectionReason = z.enum([
  'number not in use',
  'tenant suspended',
  'contact disabled',
  /** WhatsApp, RCS, or Messenger: `from` and `to` have it as a prefix before a colon. */
  'channel not supported',
])
export type RejectionReason = z.infer<typeof rejectionReason>

export const rejectedMessage = z.object({
  from: z.string(),
  to: z.string(),
  receivedOn: instant,
  reason: rejectionReason,
  text: z.string(),
})
export type RejectedMessage = z.infer<typeof rejectedMessage>

export const foundMessage = z.object({
  messageId,
  text: z.string(),
  chatId,
  chatName: z.string(),
  sentOn: instant,
  sentBy: memberId,
})
export type FoundMessage = z.infer<typeof foundMessage>

/**
 * The text of a message. The signature counts toward the limit as well, and the text may be empty only with media: the server
 * checks both in its `messages-policy.ts`.
 */
export const messageText = z
  .string({ error: VALIDATION.required('Message') })
  .max(MESSAGE.maxLength, BOUND_TEXTS.tooLong('Message', MESSAGE.maxLength))

export const media = z.array(upload).max(MESSAGE.maxMedia, BOUND_TEXTS.tooMany('files', MESSAGE.maxMedia)).default([])

/** A file inside a JSON body. */
export const encodedFile = z.strictObject({
  fileName: z.string().min(1).max(BOUNDS.nameLength),
  /** As the caller's system calls it; the contents decide. */
  contentType: z.string().max(BOUNDS.nameLength).default(''),
  base64: z.base64(),
})
export type EncodedFile = z.infer<typeof encodedFile>

/** The files of a message inside a JSON body. */
export const encodedMedia = z
  .array(encodedFile)
  .max(MESSAGE.maxMedia, BOUND_TEXTS.tooMany('files', MESSAGE.maxMedia))
  .default([])

/** The JSON body, for programs. Only the form can hold and schedule a message. */
const sendMessageBody = z.strictObject({
  message: messageText,
  media: encodedMedia,
  replyToMessageId: messageId.optional(),
})

export const sendMessageForm = z.strictObject({
  Message: messageText,
  Media: media,
  ReplyToMessageId: messageId.optional(),
  /** How long the message can be undone. With 0, it waits behind those that are held; without it, behind none. */
  HoldSeconds: holdSecondsField.optional(),
  /** Schedules it. */
  SendAt: instant.optional(),
  /** A scheduled message is returned if a contact writes first. */
  CancelOnReply: z.stringbool().default(true),
  /** The pending message that this one takes the place of. */
  ReplacesMessageId: messageId.optional(),
})

/** A file of a chat, and the message that it came with. */
export const chatFile = z.object({ messageId, sentOn: instant, sentBy: memberId, file })
export type ChatFile = z.infer<typeof chatFile>

/** A pending message in the list of all of them. */
export const scheduledMessage = z.object({ chatId, chatName: z.string(), message })
export type ScheduledMessage = z.infer<typeof scheduledMessage>

const ofDelivery = z.object({ chatId, messageId, memberId })

export const messageCalls = defineCalls({
  'messages.list': {
    summary: 'Messages of a chat, oldest first: the newest, or those before, after, or around a message',
    params: z.object({ chatId }),
    query: z.strictObject({
      before: messageId.optional(),
      after: messageId.optional(),
      around: messageId.optional(),
      limit: limit(PAGE.messages, PAGE.maxMessages),
    }),
    reply: z.array(message),
  },
  'messages.files': {
    summary: 'The files of a chat, those of the newest message first',
    details: 'A page can be shorter than its limit, or empty, although more follow: the header says so.',
    replyHeaders: { 'X-Next-Cursor': 'The `before` of the next page. Absent at the end of the chat' },
    params: z.object({ chatId }),
    query: z.strictObject({
      before: messageId.optional(),
      /** Messages with files. */
      limit: limit(PAGE.messagesWithFiles, PAGE.maxMessages),
    }),
    reply: z.array(chatFile),
  },
  'messages.send': {
    summary: 'Sends a message to everyone in the chat',
    details: WRITERS_OR_UNCLAIMED,
    headers: IDEMPOTENCY_HEADERS,
    params: z.object({ chatId }),
    body: sendMessageBody,
    form: sendMessageForm,
    reply: message,
  },
  'messages.scheduled': {
    summary:
      'Messages that are scheduled, wait for confirmation, or were returned, except undone ones, in the order of their times',
    query: z.strictObject({
      /** The page starts after this pending message. */
      after: messageId.optional(),
      limit: limit(PAGE.messages, PAGE.maxMessages),
    }),
    reply: z.array(scheduledMessage),
  },
  'messages.cancel': {
    summary: 'Cancels a pending message and returns it',
    details: 'A held one becomes a draft of its author, any other is deleted. 409 once it has been sent.',
    params: z.object({ chatId, messageId }),
    reply: message,
  },
  'messages.reschedule': {
    summary: 'Sends a pending message at another time, or now; it gets a new ID',
    details: '409 once it has been sent.',
    params: z.object({ chatId, messageId }),
    body: z.strictObject({
      /** Null: now. */
      sendAt: instant.nullable(),
      /** Absent: unchanged. */
      cancelOnReply: z.boolean().optional(),
    }),
    reply: message,
  },
  'messages.sendAgain': {
    summary: 'Sends a message again to one phone if it failed, was not delivered, or is unknown',
    details: WRITERS_ONLY,
    params: ofDelivery,
    reply: message,
  },
  'messages.sendFailedAgain': {
    summary: 'Sends a message again to each phone for which it failed or was not delivered',
    details: WRITERS_ONLY,
    params: z.object({ chatId, messageId }),
    reply: message,
  },
  'messages.dismissFailure': {
    summary: 'Dismisses the failed and unknown texts of a message',
    details: WRITERS_ONLY,
    params: z.object({ chatId, messageId }),
    reply: message,
  },
  'messages.markSent': {
    summary: 'Marks a text of unknown outcome as sent',
    details: WRITERS_ONLY,
    params: ofDelivery,
    reply: message,
  },
  'messages.unread': {
    summary: 'The newest 200 messages that the caller has not read',
    reply: z.array(unreadMessages),
  },
  'messages.search': {
    summary: 'Messages that contain a text, newest first; without a text, all that pass the filters',
    details: SEARCH_DETAILS,
    replyHeaders: SEARCH_REPLY_HEADERS,
    body: z.strictObject({
      chatId: chatId.optional(),
      /** `my`: only chats in which the caller is an enabled member. */
      mode: z.enum(['my', 'all']).default('all'),
      /** Only chats of this line. */
      numberId: numberId.optional(),
      /** Only chats in which this member is enabled. */
      memberId: memberId.optional(),
      /** Only messages of this author. */
      sentBy: memberId.optional(),
      from: instant.optional(),
      to: instant.optional(),
      /** True: only messages with a picture. */
      hasPicture: z.boolean().default(false),
      enabled: z.boolean().optional(),
      term,
      limit: limit(PAGE.foundMessages, PAGE.maxMessages),
      cursor: messageId.optional(),
    }),
    reply: z.array(foundMessage),
  },
})
