import { defineCalls } from './call.ts'
import { limit, name, term, text } from './fields.ts'
import { numberId, userId } from './ids.ts'
import { BOUNDS, PAGE } from './limits.ts'
import { VALIDATION } from './texts.ts'
import { z } from './z.ts'

/** `Mobile`: a contact's phone. `Twilio`: a number of the tenant's Twilio account. */
export const numberType = z.enum(['Mobile', 'Twilio'])
export type NumberType = z.infer<typeof numberType>

export const number = z.object({
  id: numberId,
  /** E.164, for example `+12025550142`; a short code or a name where the sender had no phone number. */
  number: z.string(),
  name: z.string(),
  type: numberType,
  /** A disabled contact gets no texts; a disabled Twilio number is not in use. */
  disabled: z.boolean(),
})
export type PhoneNumber = z.infer<typeof number>

export const twilioNumber = number.extend({
  /** The number's page in Twilio's console. */
  twilioUrl: z.string(),
  /** Whether texts to the number reach Partyline. */
  webhookConfigured: z.boolean(),
  /** Who becomes a member of a chat that a text from outside opens. */
  assignedUsers: z.array(userId),
  /** What the number can send. */
  capabilities: z.object({ sms: z.boolean(), mms: z.boolean() }),
})
export type TwilioNumber = z.infer<typeof twilioNumber>

/** A number of the account as its Admins see it. */
export const accountNumber = twilioNumber.extend({
  /** What else receives its texts, as Twilio said when it was asked last; a sentence. Null where nothing does. */
  elsewhere: z.string().nullable(),
})
export type AccountNumber = z.infer<typeof accountNumber>

export const foundNumber = number.extend({
  /** A contact who wants no texts from one of the tenant's numbers at least. */
  optedOut: z.boolean(),
})
export type FoundNumber = z.infer<typeof foundNumber>

/** A phone number in any spelling; the server reads it with the tenant's default country. */
export const phoneNumberText = text(VALIDATION.number, 'Number', BOUNDS.numberLength)

export const addMobileBody = z.strictObject({ number: phoneNumberText, name })

export const numberCalls = defineCalls({
  'numbers.mobile': { summary: 'The contacts, by name', reply: z.array(number) },
  'numbers.addMobile': {
    summary: 'Adds a contact. Answers a list of the one that was added.',
    body: addMobileBody,
    reply: z.array(number),
  },
  'numbers.renameMobile': {
    summary: 'Names a contact. Open chats that are called after its number or its former name follow.',
    params: z.object({ numberId }),
    body: z.strictObject({ name }),
    reply: number,
  },
  'numbers.twilio': { summary: 'The Twilio numbers in use', reply: z.array(twilioNumber) },
  'numbers.search': {
    summary: 'Numbers by type, state, name and number. The Twilio numbers stand before the first page of contacts.',
    replyHeaders: { 'X-Next-Cursor': 'The cursor of the next page of contacts, where there is one' },
    body: z.strictObject({
      type: numberType.optional(),
      enabled: z.boolean().optional(),
      term,
      /** Contacts on a page. */
      limit: limit(PAGE.mobileNumbers, PAGE.mobileNumbers),
      cursor: z.string().max(2_000).optional(),
    }),
    reply: z.array(foundNumber),
  },
})
