import { defineCalls } from './call.ts'
import { chatId, contactId, instant, legalHoldId, numberId } from './ids.ts'
import { BOUND_TEXTS } from './refusal-texts.ts'
import { LEGAL_HOLD_LIMITS, LEGAL_HOLD_TEXTS, RETENTION, RETENTION_TEXTS } from './retention-texts.ts'
import { z } from './z.ts'

/** For how many days a line keeps texts and notes. */
export const keepDays = z
  .int(RETENTION_TEXTS.days)
  .min(RETENTION.minDays, RETENTION_TEXTS.days)
  .max(RETENTION.maxDays, RETENTION_TEXTS.days)

/** Nothing of a chat on legal hold, or of the chats of a contact on legal hold, is deleted: docs/product.md#legal-holds */
export const legalHold = z.object({
  id: legalHoldId,
  /** One of the two is null. */
  chatId: chatId.nullable(),
  contactId: contactId.nullable(),
  /** The contacts that cannot be deleted because of it: the one on hold, and those who are or were in a chat that it protects. */
  contactIds: z.array(contactId),
  /** The name of the chat or contact. */
  name: z.string(),
  reason: z.string(),
  placedOn: instant,
  /** A user's name. */
  placedBy: z.string(),
})
export type LegalHold = z.infer<typeof legalHold>

/** What a line would delete if it kept texts for some number of days. Chats on legal hold are only in `chatsOnHold`. */
export const retentionPreview = z.object({
  /** When the oldest text that would be deleted was sent. Null: there is none. */
  oldest: instant.nullable(),
  chats: z.int(),
  texts: z.int(),
  notes: z.int(),
  /** Chats that would lose texts or notes if they were not on legal hold. */
  chatsOnHold: z.int(),
  /** False: there is more, which was not counted. */
  isComplete: z.boolean(),
})
export type RetentionPreview = z.infer<typeof retentionPreview>

export const placeHoldBody = z
  .strictObject({
    chatId: chatId.optional(),
    contactId: contactId.optional(),
    /** For Admins, such as the name of a case. */
    reason: z
      .string()
      .trim()
      .max(LEGAL_HOLD_LIMITS.reasonLength, BOUND_TEXTS.tooLong('Reason', LEGAL_HOLD_LIMITS.reasonLength))
      .default(''),
  })
  .refine((body) => (body.chatId === undefined) !== (body.contactId === undefined), {
    path: ['chatId'],
    error: LEGAL_HOLD_TEXTS.subject,
  })

export const retentionCalls = defineCalls({
  'retention.preview': {
    summary: 'What a line would delete now if it kept texts and notes for some number of days',
    params: z.object({ numberId }),
    query: z.strictObject({
      /** Absent: for as many days as it keeps them by now. */
      days: z.coerce.number().pipe(keepDays).optional(),
    }),
    reply: retentionPreview,
  },
  'legalHolds.list': { summary: 'The legal holds of the organization, newest first', reply: z.array(legalHold) },
  'legalHolds.place': {
    summary: 'Places a legal hold on a chat or a contact',
    details: 'Refused with 409 `conflict` if there is one already.',
    body: placeHoldBody,
    reply: legalHold,
  },
  'legalHolds.release': {
    summary: 'Releases a legal hold',
    params: z.object({ legalHoldId }),
  },
})
