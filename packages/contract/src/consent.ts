import { defineCalls, IDEMPOTENCY_HEADERS, WRITERS_OR_UNCLAIMED } from './call.ts'
import { CONSENT_TEXTS } from './consent-texts.ts'
import { limit, timeZone } from './fields.ts'
import { chatId, consentEntryId, contactId, instant, memberId, messageId, numberId } from './ids.ts'
import { BOUNDS, PAGE } from './limits.ts'
import { message } from './messages.ts'
import { BOUND_TEXTS } from './refusal-texts.ts'
import { z } from './z.ts'

export const CONSENT_BOUNDS = {
  wordingLength: 2_000,
  addressLength: 500,
  /** Entries that one call adds. */
  entries: 50,
  /** Entries in one part of an export. */
  exported: 2_000,
  /** Phones that one call checks. */
  checked: 100,
} as const

/**
 * How an entry became known. From the phone itself: a keyword in a text (`keyword`), Twilio’s report (`twilio`), or a
 * text that Twilio refused with error 21610 (`twilioError`). The others were recorded by a user or an API key.
 */
export const consentSource = z.enum([
  'keyword',
  'twilio',
  'twilioError',
  'manual',
  'form',
  'written',
  'spoken',
  'import',
  'api',
])
export type ConsentSource = z.infer<typeof consentSource>

const line = z.object({ id: numberId, name: z.string(), number: z.string() })

/** An entry of the ledger: docs/product.md#consent-to-texts */
export const consentEntry = z.object({
  id: consentEntryId,
  /** When it happened. */
  at: instant,
  /** When it was recorded. */
  recordedAt: instant,
  /** `asked`: the phone was asked to answer YES. */
  state: z.enum(['asked', 'granted', 'refused', 'revoked']),
  source: consentSource,
  /** The phone, in E.164. Null if its owner was erased. */
  number: z.string().nullable(),
  /** When someone else got the number: the entry is about the owner before them. Null if it counts for the number as it is. */
  reassignedAt: instant.nullable(),
  line,
  /** The name of the user or API key that recorded it. Null: the phone. */
  by: z.string().nullable(),
  /** The exact words that were agreed to or that the phone texted. Empty if they are not known. */
  wording: z.string(),
  /** Where it was given: a web page, an IP address, a file. Empty if there is none. */
  address: z.string(),
  /** The text that it came from. */
  message: z.object({ chatId, messageId }).nullable(),
})
export type ConsentEntry = z.infer<typeof consentEntry>

/** The consent of a phone for a line, according to the ledger. */
export const phoneConsent = z.object({
  number: z.string(),
  line,
  /** `none`: nothing is known. */
  state: z.enum(['none', 'granted', 'refused', 'revoked']),
  /** Since when. Null if nothing is known. */
  since: instant.nullable(),
  /** How that became known. Null if nothing is known. */
  source: consentSource.nullable(),
  /** Whether the consent can be shown in writing: granted, and not only spoken. */
  isWritten: z.boolean(),
  /** Whether the phone itself refused, which only the phone can reverse. */
  isByPhone: z.boolean(),
  /** When the phone was asked, if it has not answered. */
  askedAt: instant.nullable(),
})
export type PhoneConsent = z.infer<typeof phoneConsent>

const contactConsent = z.object({
  phones: z.array(phoneConsent),
  /** The newest ones, newest first. */
  entries: z.array(consentEntry),
})

/** The sources that API keys may state: `api` in general, or spoken consent. */
export const KEY_CONSENT_SOURCES: readonly ConsentSource[] = ['api', 'spoken']

/** An entry that a user or an API key adds. */
const newEntry = z
  .strictObject({
    /** One of the contact’s phones, in E.164. */
    number: z.string().max(BOUNDS.numberLength),
    /** The line that may text it, or may not. */
    lineId: numberId,
    state: z.enum(['granted', 'refused', 'revoked']),
    /** With an API key: `api`, or `spoken` for consent that is not in writing. */
    source: consentSource.extract(['form', 'written', 'spoken', 'import', 'api']),
    wording: z
      .string()
      .trim()
      .max(CONSENT_BOUNDS.wordingLength, BOUND_TEXTS.tooLong('Wording', CONSENT_BOUNDS.wordingLength))
      .default(''),
    address: z
      .string()
      .trim()
      .max(CONSENT_BOUNDS.addressLength, BOUND_TEXTS.tooLong('Source', CONSENT_BOUNDS.addressLength))
      .default(''),
    /** When it happened; absent: now. */
    at: instant.optional(),
  })
  .superRefine(({ state, source, wording }, context) => {
    if (wording !== '' || state !== 'granted' || source === 'spoken') return
    const message = source === 'import' ? CONSENT_TEXTS.statement : CONSENT_TEXTS.wording
    context.addIssue({ code: 'custom', path: ['wording'], message })
  })
export type NewConsentEntry = z.infer<typeof newEntry>

export const recordConsentBody = z.strictObject({
  entries: z.array(newEntry).min(1).max(CONSENT_BOUNDS.entries, BOUND_TEXTS.tooMany('entries', CONSENT_BOUNDS.entries)),
})

const cursor = z.string().max(2_000).optional()
const ofContact = z.object({ contactId })

export const consentCalls = defineCalls({
  'contacts.consent': {
    summary: 'What a contact’s phones agreed to or refused, for each line with an entry',
    params: ofContact,
    reply: contactConsent,
  },
  'contacts.recordConsent': {
    summary: 'Adds entries to the ledger of consent: all or none',
    details:
      'Entries can’t be changed or deleted. Consent that is granted after a STOP is recorded, but texts stay refused until the phone texts START.',
    params: ofContact,
    headers: IDEMPOTENCY_HEADERS,
    body: recordConsentBody,
    reply: contactConsent,
  },
  'consent.list': {
    summary: 'The entries of the ledger, newest first, of one contact or of all',
    replyHeaders: { 'X-Next-Cursor': 'The cursor of the next page, where there is one' },
    query: z.object({
      contactId: contactId.optional(),
      limit: limit(PAGE.consentEntries, PAGE.maxConsentEntries),
      cursor,
    }),
    reply: z.array(consentEntry),
  },
  'consent.export': {
    summary: 'The entries of the ledger as CSV for spreadsheets, a part of them with each call',
    details:
      'Cells that look like formulas start with an apostrophe. Repeat the call with `nextCursor` until it is null; only the first part has the head.',
    body: z.strictObject({
      contactId: contactId.optional(),
      /** The zone of the times. */
      timeZone: timeZone.default('UTC'),
      cursor,
    }),
    reply: z.object({ fileName: z.string(), csv: z.string(), nextCursor: z.string().nullable() }),
  },
  'consent.check': {
    summary: 'Which phones have not given the written consent that a line asks for before its first text',
    body: z.strictObject({ lineId: numberId, numberIds: z.array(numberId).max(CONSENT_BOUNDS.checked) }),
    reply: z.array(numberId),
  },
  'consent.ask': {
    summary: 'Asks the phones of a chat that have not given consent to answer YES',
    details: `${WRITERS_OR_UNCLAIMED} The text is the line’s, and is sent even if the line asks for written consent.`,
    params: z.object({ chatId }),
    reply: message,
  },
  'optOuts.add': {
    summary: 'Opts the phone of a member out of texts from the chat’s line, by hand. Can be repeated.',
    details: WRITERS_OR_UNCLAIMED,
    params: z.object({ chatId, memberId }),
    body: z.strictObject({
      /** The member’s text that asks for it, as evidence. */
      messageId: messageId.optional(),
    }),
  },
  'optOuts.undo': {
    summary: 'Takes back an opt-out by hand, but never a STOP. Can be repeated.',
    details: `${WRITERS_OR_UNCLAIMED} After a STOP, the call is refused with 409 \`conflict\`.`,
    params: z.object({ chatId, memberId }),
  },
})
