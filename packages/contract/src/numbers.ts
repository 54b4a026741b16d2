import { defineCalls } from './call.ts'
import { limit, name, term, text } from './fields.ts'
import { instant, numberId, userId } from './ids.ts'
import { BOUNDS, PAGE } from './limits.ts'
import { automaticReply, lineHours, openingHours } from './opening-hours.ts'
import { keepDays } from './retention.ts'
import { seenOf } from './seen.ts'
import { VALIDATION } from './texts.ts'
import { z } from './z.ts'

/** `Mobile`: a contact. `Twilio`: a line. */
export const numberType = z.enum(['Mobile', 'Twilio'])
export type NumberType = z.infer<typeof numberType>

export const number = z.object({
  id: numberId,
  /** In E.164, for example `+12025550142`; a short code or a name if the sender has no phone number. */
  number: z.string(),
  name: z.string(),
  type: numberType,
  /** A disabled contact gets no texts; a disabled line is not in use. */
  disabled: z.boolean(),
})
export type PhoneNumber = z.infer<typeof number>

/** How a line handles the first text to a phone without written consent. `warn`: warns, and sends. */
export const consentRequirement = z.enum(['off', 'warn', 'block'])
export type ConsentRequirement = z.infer<typeof consentRequirement>

export const twilioNumber = number.extend({
  /** The number's page in the Twilio Console. */
  twilioUrl: z.string(),
  /** Whether texts to the number reach Partyline. */
  webhookConfigured: z.boolean(),
  /** Users who become members of chats that inbound texts open. */
  assignedUsers: z.array(userId),
  /** Its own opening hours or the organization's. Null: always open. */
  hours: openingHours.nullable(),
  /** How it handles the first text to a phone without written consent. */
  consent: consentRequirement,
  /** The text that asks for consent. Null: the default one. */
  consentRequest: automaticReply,
  /** The kinds of messages that the number can send. */
  capabilities: z.object({ sms: z.boolean(), mms: z.boolean() }),
})
export type TwilioNumber = z.infer<typeof twilioNumber>

/** A line as Admins see it. */
export const accountNumber = twilioNumber.extend({
  /** A sentence about the other receiver of its texts, according to Twilio's last response. Null if there is none. */
  elsewhere: z.string().nullable(),
  /** Null: it has the organization's hours. */
  ownHours: lineHours.nullable(),
  /** Its automatic replies outside of its hours, and to a contact's first text. Null: none. */
  awayReply: automaticReply,
  greeting: automaticReply,
  /** For how many days it keeps texts and notes. Null: forever. */
  keepDays: keepDays.nullable(),
  /** When it starts to delete older texts. Null: it keeps everything. */
  deletesFrom: instant.nullable(),
})
export type AccountNumber = z.infer<typeof accountNumber>

export const foundNumber = number.extend({
  /** A contact who opted out of at least one line. */
  optedOut: z.boolean(),
  /** The lines that the contact opted out of. */
  optedOutOf: z.array(numberId),
})
export type FoundNumber = z.infer<typeof foundNumber>

/** A phone number in any format; the server parses it with the tenant's default country. */
export const phoneNumberText = text(VALIDATION.number, 'Number', BOUNDS.numberLength)

export const addMobileBody = z.strictObject({ number: phoneNumberText, name })

const CONTACT_PAGE_HEADERS = { 'X-Next-Cursor': 'The cursor of the next page of contacts, where there is one' }

const contactPage = {
  /** Contacts per page. */
  limit: limit(PAGE.contacts, PAGE.maxContacts),
  cursor: z.string().max(2_000).optional(),
}

export const numberCalls = defineCalls({
  'numbers.mobile': {
    summary: 'A page of the contacts, by name',
    query: z.object(contactPage),
    replyHeaders: CONTACT_PAGE_HEADERS,
    reply: z.array(foundNumber),
  },
  'numbers.addMobile': {
    summary: 'Adds a contact. Returns a list with the added one.',
    details:
      'Refused with 409 `number-exists` if the list has the number, and `country-not-allowed` for other countries.',
    body: addMobileBody,
    reply: z.array(number),
  },
  'numbers.renameMobile': {
    summary: 'Renames a contact, and open chats named after its number or former name.',
    params: z.object({ numberId }),
    body: z.strictObject({ name, seen: seenOf(['name']) }),
    reply: number,
  },
  'numbers.twilio': { summary: 'The lines in use, at most 500', reply: z.array(twilioNumber) },
  'numbers.search': {
    summary: 'Numbers by type, state, name, and number. Lines come before the first page of contacts.',
    replyHeaders: CONTACT_PAGE_HEADERS,
    body: z.strictObject({
      type: numberType.optional(),
      enabled: z.boolean().optional(),
      term,
      ...contactPage,
    }),
    reply: z.array(foundNumber),
  },
})
