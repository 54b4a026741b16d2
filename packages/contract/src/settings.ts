import { defineCalls } from './call.ts'
import { operation } from './envelope.ts'
import { country, name } from './fields.ts'
import { numberId, tenantId, userId } from './ids.ts'
import { rejectedMessage } from './messages.ts'
import { COUNTRIES } from './countries.ts'
import { accountNumber, number } from './numbers.ts'
import { COUNTRY_TEXTS, VALIDATION } from './texts.ts'
import { user, userRole } from './users.ts'
import { z } from './z.ts'

/** The organisation with everything that its admin area shows. */
export const tenant = z.object({
  tenantId,
  domain: z.string(),
  name: z.string(),
  /** Null until a Twilio account is configured. */
  accountSid: z.string().nullable(),
  /** The account's dashboard at Twilio. */
  twilioUrl: z.string(),
  /** All numbers of the account, in use or not. */
  twilioNumbers: z.array(accountNumber),
  /** The first 1,000 contacts by name; `numbers.mobile` has all. */
  mobileNumbers: z.array(number),
  teamsUsers: z.array(user),
  /** How many chats are open. */
  activeChats: z.number().int(),
  /** Whether the directory's administrator has consented to Partyline. */
  consented: z.boolean(),
  addSignature: z.boolean(),
  /** Where an administrator consents. */
  consentUrl: z.string(),
  /** ISO 3166 code that numbers without a country code are read with, for example `US`. */
  defaultCountry: z.string(),
  /** The countries whose phones may be texted, by code. Null: all that the Twilio account may text. */
  allowedCountries: z.array(z.string()).nullable(),
})
export type Tenant = z.infer<typeof tenant>

const ofNumber = z.object({ numberId })

/** A field that the body leaves out stays as it is, as in every update. */
export const updateTenantBody = z.strictObject({
  name,
  addSignature: z.boolean().optional(),
  defaultCountry: country.optional(),
  allowedCountries: z
    .array(country, { error: COUNTRY_TEXTS.invalid })
    .min(1, COUNTRY_TEXTS.none)
    .max(COUNTRIES.length)
    .nullish(),
})

/** With `justRefreshExisting` the stored credentials are used and the other fields may be absent (decisions 6.2). */
export const twilioAccountBody = z
  .strictObject({
    justRefreshExisting: z.boolean().default(false),
    accountSid: z.string().trim().nullish(),
    authToken: z.string().trim().nullish(),
  })
  .superRefine((body, context) => {
    if (body.justRefreshExisting) return
    if (!body.accountSid) context.addIssue({ code: 'custom', path: ['accountSid'], message: VALIDATION.accountSid })
    if (!body.authToken) context.addIssue({ code: 'custom', path: ['authToken'], message: VALIDATION.accountToken })
  })

export const addUserBody = z.strictObject({
  userId: z.guid({ error: VALIDATION.id }).toLowerCase().brand<'UserId'>(),
  role: z.enum(userRole.options, { error: VALIDATION.role }),
  name,
})

const assignedUsers = z.array(userId, { error: VALIDATION.required('Users') }).max(1_000)

export const settingsCalls = defineCalls({
  'settings.tenant': { summary: 'The tenant with its numbers, users and options', reply: tenant },
  'settings.updateTenant': { summary: 'Changes name, signature and countries', body: updateTenantBody, reply: tenant },
  'settings.consented': {
    summary: 'Whether the directory has consented; `state` is what came back from its consent page',
    query: z.object({ state: z.string().max(200).optional() }),
    reply: operation,
  },
  'settings.twilioAccount': { summary: 'Whether a Twilio account is configured', reply: operation },
  'settings.updateTwilioAccount': {
    summary: 'Stores the Twilio account after trying it, or loads its numbers again',
    body: twilioAccountBody,
    reply: tenant,
  },
  'settings.addUser': { summary: 'Makes a person of the directory a user', body: addUserBody, reply: tenant },
  'settings.updateUser': {
    summary: 'Changes a user',
    params: z.object({ userId }),
    body: z.strictObject({ role: addUserBody.shape.role, name, disabled: z.boolean().optional() }),
    reply: tenant,
  },
  'settings.deleteMobileNumber': { summary: 'Deletes a contact', params: ofNumber, reply: tenant },
  'settings.updateMobileNumber': {
    summary: 'Changes a contact',
    params: ofNumber,
    body: z.strictObject({ name, disabled: z.boolean().optional() }),
    reply: tenant,
  },
  'settings.updateTwilioNumber': {
    summary: 'Begins or ends the use of a number; `force` replaces what the number points to now',
    params: ofNumber,
    body: z.strictObject({
      useNumber: z.boolean(),
      force: z.boolean().default(false),
      /** Who becomes a member of chats that texts to this number open; absent: unchanged. */
      assignedUsers: assignedUsers.optional(),
    }),
    reply: tenant,
  },
  'settings.rejectedMessages': {
    summary: 'Texts from phones that went into no chat, and why: the newest 200',
    reply: z.array(rejectedMessage),
  },
  'settings.assignUsers': {
    summary: 'Sets who becomes a member of chats that texts to this number open',
    params: ofNumber,
    body: z.strictObject({ ids: assignedUsers }),
    reply: tenant,
  },
})
