import { defineCalls } from './call.ts'
import { operation } from './envelope.ts'
import { country, limit, name } from './fields.ts'
import { numberId, tenantId, userId } from './ids.ts'
import { PAGE } from './limits.ts'
import { rejectedMessage } from './messages.ts'
import { COUNTRIES } from './countries.ts'
import { accountNumber, consentRequirement, number } from './numbers.ts'
import { automaticReply, lineHours, openingHours } from './opening-hours.ts'
import { RETENTION } from './retention-texts.ts'
import { keepDays } from './retention.ts'
import { seenOf } from './seen.ts'
import { COUNTRY_TEXTS } from './refusal-texts.ts'
import { VALIDATION } from './texts.ts'
import { user, userRole } from './users.ts'
import { z } from './z.ts'

/** Who may add, change, and delete shared snippets: docs/product.md#snippets */
export const sharedSnippets = z.enum(['everyone', 'admins'])
export type SharedSnippets = z.infer<typeof sharedSnippets>

/** The organization with everything that its administration shows. */
export const tenant = z.object({
  tenantId,
  domain: z.string(),
  name: z.string(),
  /** Null until a Twilio account is configured. */
  accountSid: z.string().nullable(),
  /** The account in the Twilio Console. */
  twilioUrl: z.string(),
  /** All lines in use, and others by name, at most 500 in all. */
  twilioNumbers: z.array(accountNumber),
  /** The first contacts by name, at most 1,000; the pages of `numbers.mobile` have all. */
  mobileNumbers: z.array(number),
  teamsUsers: z.array(user),
  /** Number of open chats, counted up to 1,000. */
  activeChats: z.number().int(),
  /** Whether the directory's administrator has consented to Partyline. */
  consented: z.boolean(),
  addSignature: z.boolean(),
  /** Whether a reply to a chat without an assignee assigns it to its author. */
  assignOnReply: z.boolean(),
  sharedSnippets,
  /** The consent page for administrators. */
  consentUrl: z.string(),
  /** ISO 3166 code for parsing numbers without a country code, for example `US`. */
  defaultCountry: z.string(),
  /** Codes of the allowed countries. Null: all that the Twilio account can text. */
  allowedCountries: z.array(z.string()).nullable(),
  /** The hours of every line without hours of its own. Null: always open. */
  hours: openingHours.nullable(),
})
export type Tenant = z.infer<typeof tenant>

const ofNumber = z.object({ numberId })

/** Absent fields stay unchanged, as in every update. */
export const updateTenantBody = z.strictObject({
  name,
  addSignature: z.boolean().optional(),
  assignOnReply: z.boolean().optional(),
  sharedSnippets: sharedSnippets.optional(),
  defaultCountry: country.optional(),
  allowedCountries: z
    .array(country, { error: COUNTRY_TEXTS.invalid })
    .min(1, COUNTRY_TEXTS.none)
    .max(COUNTRIES.length)
    .nullish(),
  hours: openingHours.nullish(),
  seen: seenOf([
    'name',
    'addSignature',
    'assignOnReply',
    'sharedSnippets',
    'defaultCountry',
    'allowedCountries',
    'hours',
  ]),
})

export const updateHoursBody = z.strictObject({
  /** Null: the organization's. */
  hours: lineHours.nullish(),
  awayReply: automaticReply.optional(),
  greeting: automaticReply.optional(),
  seen: seenOf(['hours', 'awayReply', 'greeting']),
})

export const updateConsentBody = z.strictObject({
  consent: consentRequirement.optional(),
  /** The text that asks for consent. Null: the default one. */
  consentRequest: automaticReply.optional(),
  seen: seenOf(['consent', 'consentRequest']),
})

export const updateRetentionBody = z.strictObject({
  /** Null: forever. */
  keepDays: keepDays.nullable(),
  seen: seenOf(['keepDays']),
})

/** With `justRefreshExisting`, the stored credentials are used and the other fields are optional. */
export const twilioAccountBody = z
  .strictObject({
    justRefreshExisting: z.boolean().default(false),
    accountSid: z.string().trim().nullish(),
    authToken: z.string().trim().nullish(),
    seen: seenOf(['accountSid']),
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

export const updateUserBody = z.strictObject({
  role: addUserBody.shape.role,
  name,
  disabled: z.boolean().optional(),
  seen: seenOf(['role', 'name', 'disabled']),
})

const assignedUsers = z.array(userId, { error: VALIDATION.required('Users') }).max(1_000)

export const settingsCalls = defineCalls({
  'settings.tenant': {
    summary: 'The tenant with its numbers, users, and options',
    query: z.object({
      /** Contacts in `mobileNumbers`. */
      contacts: limit(PAGE.contactsInTenant, PAGE.contactsInTenant),
    }),
    reply: tenant,
  },
  'settings.updateTenant': {
    summary: 'Changes the name, signature, assignment on reply, shared snippets, countries, and opening hours',
    body: updateTenantBody,
    reply: tenant,
  },
  'settings.consented': {
    summary: 'Whether the directory has consented; `state` is from the consent page’s redirect',
    query: z.object({ state: z.string().max(200).optional() }),
    reply: operation,
  },
  'settings.twilioAccount': { summary: 'Whether a Twilio account is configured', reply: operation },
  'settings.updateTwilioAccount': {
    summary: 'Verifies and stores the Twilio account, or reloads its numbers',
    body: twilioAccountBody,
    reply: tenant,
  },
  'settings.addUser': {
    summary: 'Adds a person of the directory as a user',
    details: 'Refused with 409 `user-exists` if the person is one.',
    body: addUserBody,
    reply: tenant,
  },
  'settings.updateUser': {
    summary: 'Changes a user',
    details: 'Refused with 409 `last-admin` if no enabled Admin would be left.',
    params: z.object({ userId }),
    body: updateUserBody,
    reply: tenant,
  },
  'settings.deleteMobileNumber': { summary: 'Deletes a contact', params: ofNumber, reply: tenant },
  'settings.updateMobileNumber': {
    summary: 'Changes a contact',
    params: ofNumber,
    body: z.strictObject({ name, disabled: z.boolean().optional(), seen: seenOf(['name', 'disabled']) }),
    reply: tenant,
  },
  'settings.updateTwilioNumber': {
    summary: 'Puts a line into use or takes it out of use; `force` replaces its current webhook',
    details: 'A line whose texts go elsewhere is refused with 409 `number-in-use`, unless `force` is true.',
    params: ofNumber,
    body: z.strictObject({
      useNumber: z.boolean(),
      force: z.boolean().default(false),
      /** Default users; absent: unchanged. */
      assignedUsers: assignedUsers.optional(),
      seen: seenOf(['useNumber', 'assignedUsers']),
    }),
    reply: tenant,
  },
  'settings.updateHours': {
    summary: 'Changes the opening hours and automatic replies of a line',
    params: ofNumber,
    body: updateHoursBody,
    reply: tenant,
  },
  'settings.updateConsent': {
    summary: 'Changes whether a line asks for written consent before its first text',
    params: ofNumber,
    body: updateConsentBody,
    reply: tenant,
  },
  'settings.updateRetention': {
    summary: 'Changes for how long a line keeps texts and notes',
    details: `Nothing is deleted in the first ${RETENTION.graceHours} hours after a change.`,
    params: ofNumber,
    body: updateRetentionBody,
    reply: tenant,
  },
  'settings.rejectedMessages': {
    summary: 'The newest 200 rejected texts of the last 30 days, with the reasons',
    reply: z.array(rejectedMessage),
  },
  'settings.assignUsers': {
    summary: 'Sets the default users of a line',
    params: ofNumber,
    body: z.strictObject({ ids: assignedUsers, seen: seenOf(['ids']) }),
    reply: tenant,
  },
})
