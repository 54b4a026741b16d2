import { defineCalls, IDEMPOTENCY_HEADERS, SEARCH_REPLY_HEADERS, upload } from './call.ts'
import { limit, term } from './fields.ts'
import { chatId, instant, memberId, messageId } from './ids.ts'
import { MESSAGE, PAGE } from './limits.ts'
import { file } from './media.ts'
import { BOUND_TEXTS, VALIDATION } from './texts.ts'
import { z } from './z.ts'

/**
 * How a message reached one member, decisions 5.1. It only moves up: queued < sending < sent < {delivered,
 * undelivered, failed}; queued < skipped; unknown may become any of them. A person who sends it again begins anew, with
 * queued. `read` belongs to people, the rest to phones.
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
  /** Twilio's code where it failed. */
  errorCode: z.number().int().nullable(),
  /** What happened, in words for people, where it failed or was skipped. */
  errorText: z.string().nullable(),
  /** It failed, and somebody on the team decided that nothing more has to be done about it. */
  dismissed: z.boolean(),
})
export type Delivery = z.infer<typeof delivery>

/** The message that another one answers, as much of it as a quote shows. */
export const quotedMessage = z.object({
  id: messageId,
  text: z.string(),
  sentBy: memberId,
  mediaCount: z.number().int(),
})
export type QuotedMessage = z.infer<typeof quotedMessage>

export const message = z.object({
  id: messageId,
  /** As the app shows it: without the signature that phones get. Empty where there are only media. */
  text: z.string(),
  sentOn: instant,
  sentBy: memberId,
  parentId: messageId.nullable(),
  /** Null where `parentId` is. */
  parent: quotedMessage.nullable(),
  delivery: z.array(delivery),
  media: z.array(file),
  /** Files of an inbound message that are still being fetched. */
  pendingMedia: z.number().int(),
  /** Files of an inbound message that could not be fetched. */
  missingMedia: z.number().int(),
  /** Its webhook was missed, and the text was found later in Twilio's list: it may be older than `sentOn`. */
  recovered: z.boolean(),
})
export type Message = z.infer<typeof message>

export const unreadMessages = z.object({ chatId, messages: z.array(message) })
export type UnreadMessages = z.infer<typeof unreadMessages>

/** Why a text from a phone went into no chat. */
export const rejectionReason = z.enum([
  'number not in use',
  'tenant suspended',
  'contact disabled',
  /** WhatsApp, RCS or Messenger: `from` and `to` name it before a colon. */
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

/** The text of a message; it may be empty only beside media, which the server checks when it knows the media. */
export const messageText = z
  .string({ error: VALIDATION.required('Message') })
  .max(MESSAGE.maxLength, BOUND_TEXTS.tooLong('Message', MESSAGE.maxLength))

export const media = z.array(upload).max(MESSAGE.maxMedia, BOUND_TEXTS.tooMany('files', MESSAGE.maxMedia)).default([])

export const sendMessageForm = z.strictObject({
  Message: messageText,
  Media: media,
  ReplyToMessageId: messageId.optional(),
})

const ofDelivery = z.object({ chatId, messageId, memberId })

export const messageCalls = defineCalls({
  'messages.list': {
    summary: 'A page of a chat, oldest first: the newest messages, or those before, after or around a message',
    params: z.object({ chatId }),
    query: z.strictObject({
      before: messageId.optional(),
      after: messageId.optional(),
      around: messageId.optional(),
      limit: limit(PAGE.messages, PAGE.maxMessages),
    }),
    reply: z.array(message),
  },
  'messages.send': {
    summary: 'Sends a message to everybody in the chat',
    headers: IDEMPOTENCY_HEADERS,
    params: z.object({ chatId }),
    form: sendMessageForm,
    reply: message,
  },
  'messages.sendAgain': {
    summary: 'Sends a message again to one phone, where it failed, was not delivered, or is unknown',
    params: ofDelivery,
    reply: message,
  },
  'messages.sendFailedAgain': {
    summary: 'Sends a message again to each phone where it failed or was not delivered',
    params: z.object({ chatId, messageId }),
    reply: message,
  },
  'messages.dismissFailure': {
    summary: 'Nothing more has to be done about the texts of a message that failed, or of which it is not known',
    params: z.object({ chatId, messageId }),
    reply: message,
  },
  'messages.markSent': {
    summary: 'A person knows that a text reached a phone of which it is not known',
    params: ofDelivery,
    reply: message,
  },
  'messages.unread': {
    summary: 'What the caller has not read, the newest 200 messages in all',
    reply: z.array(unreadMessages),
  },
  'messages.search': {
    summary:
      'Messages that contain a text, newest first. Without a cursor the call searches until it finds something or has ' +
      'searched everything',
    replyHeaders: SEARCH_REPLY_HEADERS,
    body: z.strictObject({
      chatId: chatId.optional(),
      memberId: memberId.optional(),
      from: instant.optional(),
      to: instant.optional(),
      enabled: z.boolean().optional(),
      term,
      limit: limit(PAGE.foundMessages, PAGE.maxMessages),
      cursor: messageId.optional(),
    }),
    reply: z.array(foundMessage),
  },
})
