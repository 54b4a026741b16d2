import { defineCalls } from './call.ts'
import { CONTACT_TEXTS } from './contact-texts.ts'
import { limit, name, term, text, timeZone } from './fields.ts'
import { chatId, contactFieldId, contactId, contactViewId, instant, numberId, userId } from './ids.ts'
import { PAGE } from './limits.ts'
import { phoneNumberText } from './numbers.ts'
import { BOUND_TEXTS } from './refusal-texts.ts'
import { seenOf } from './seen.ts'
import { VALIDATION } from './texts.ts'
import { z } from './z.ts'

/** Limits of contacts. Not in limits.ts, which is in the first load. */
export const CONTACT_BOUNDS = {
  companyLength: 200,
  emails: 10,
  emailLength: 254,
  phones: 10,
  tags: 30,
  tagLength: 40,
  /** Different tags of a tenant. */
  tagsOfTenant: 500,
  remarksLength: 4_000,
  fields: 30,
  fieldNameLength: 60,
  choices: 50,
  valueLength: 500,
  views: 100,
  /** Days that a filter counts back. */
  days: 3_650,
  /** Contacts that one call tags. */
  tagged: 500,
  /** Contacts in one part of an export. */
  exported: 5_000,
  /** A count is exact up to this number. */
  counted: 100_000,
} as const

/** A phone of a contact. The specified calls name it a mobile number. */
export const contactPhone = z.object({
  id: numberId,
  /** In E.164. */
  number: z.string(),
  /** As chats show it: the contact's name, unless the phone has its own. */
  name: z.string(),
  /** The one to text first. At most one of a contact. */
  preferred: z.boolean(),
  disabled: z.boolean(),
  /** The names of the lines that it opted out of. */
  optedOutOf: z.array(z.string()),
})
export type ContactPhone = z.infer<typeof contactPhone>

/** A phone that now belongs to someone else. It never returns to the contact. */
export const formerPhone = z.object({
  id: numberId,
  /** In E.164. */
  number: z.string(),
  /** When it was removed as someone else’s. */
  reassignedAt: instant,
})
export type FormerPhone = z.infer<typeof formerPhone>

/** A person outside the team: docs/product.md#contacts */
export const contact = z.object({
  id: contactId,
  name: z.string(),
  /** Empty if there is none. */
  company: z.string(),
  emails: z.array(z.string()),
  /** Free text for the team. Empty if there is none. */
  remarks: z.string(),
  /** In the order of the alphabet. */
  tags: z.array(z.string()),
  /** A name of the IANA database. Null: that of the phone number. */
  timeZone: z.string().nullable(),
  /** A BCP 47 tag, for example `es`. */
  language: z.string().nullable(),
  /** The values of the tenant's own fields. A number is a decimal, a date is `2026-11-29`. Absent: no value. */
  fields: z.partialRecord(contactFieldId, z.string()),
  /** The preferred one first. */
  phones: z.array(contactPhone),
  /** The last one first. */
  formerPhones: z.array(formerPhone),
  /** The hour of the last text in a chat with one of the phones. Automatic ones and those not sent to it are left out. */
  lastTextAt: instant.nullable(),
  createdAt: instant,
})
export type Contact = z.infer<typeof contact>

export const listedContact = contact.omit({ remarks: true, formerPhones: true })
export type ListedContact = z.infer<typeof listedContact>

/** A kind of value of a field that Admins define. */
export const contactFieldKind = z.enum(['text', 'number', 'date', 'choice'])
export type ContactFieldKind = z.infer<typeof contactFieldKind>

export const contactField = z.object({
  id: contactFieldId,
  name: z.string(),
  kind: contactFieldKind,
  /** The options of a `choice`; empty for other kinds. */
  choices: z.array(z.string()),
})
export type ContactField = z.infer<typeof contactField>

const company = z
  .string()
  .trim()
  .max(CONTACT_BOUNDS.companyLength, BOUND_TEXTS.tooLong('Company', CONTACT_BOUNDS.companyLength))
const emails = z
  .array(z.string().trim().max(CONTACT_BOUNDS.emailLength, CONTACT_TEXTS.email).pipe(z.email(CONTACT_TEXTS.email)))
  .max(CONTACT_BOUNDS.emails, BOUND_TEXTS.tooMany('email addresses', CONTACT_BOUNDS.emails))
const remarks = z
  .string()
  .trim()
  .max(CONTACT_BOUNDS.remarksLength, BOUND_TEXTS.tooLong('Remarks', CONTACT_BOUNDS.remarksLength))

/** A tag. Upper and lower case are the same. */
export const contactTag = text(VALIDATION.required('Tag'), 'Tag', CONTACT_BOUNDS.tagLength).regex(
  /^[\p{L}\p{M}\p{N} _&/.-]+$/u,
  CONTACT_TEXTS.tag,
)
const tags = z.array(contactTag).max(CONTACT_BOUNDS.tags, BOUND_TEXTS.tooMany('tags', CONTACT_BOUNDS.tags))

const language = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, CONTACT_TEXTS.language)
  .nullable()
const value = z.string().trim().max(CONTACT_BOUNDS.valueLength, BOUND_TEXTS.tooLong('This', CONTACT_BOUNDS.valueLength))
/** An empty value removes it. */
const fields = z.partialRecord(contactFieldId, value)
const phones = z
  .array(z.strictObject({ number: phoneNumberText, preferred: z.boolean().optional() }))
  .max(CONTACT_BOUNDS.phones, BOUND_TEXTS.tooMany('phone numbers', CONTACT_BOUNDS.phones))

export const createContactBody = z.strictObject({
  name,
  company: company.default(''),
  emails: emails.default([]),
  remarks: remarks.default(''),
  tags: tags.default([]),
  timeZone: timeZone.nullable().default(null),
  language: language.default(null),
  fields: fields.default({}),
  phones: phones.default([]),
})

export const updateContactBody = z.strictObject({
  name: name.optional(),
  company: company.optional(),
  emails: emails.optional(),
  remarks: remarks.optional(),
  tags: tags.optional(),
  timeZone: timeZone.nullable().optional(),
  language: language.optional(),
  /** Only the fields that change. */
  fields: fields.optional(),
  /** All phones. Only Admins remove one. */
  phones: phones.optional(),
  /** The phones among those this call removes whose number now belongs to someone else. */
  reassignedIds: z.array(numberId).max(CONTACT_BOUNDS.phones).optional(),
  seen: seenOf(['name', 'company', 'emails', 'remarks', 'tags', 'timeZone', 'language', 'fields', 'phones']),
})

const days = z.int().min(1).max(CONTACT_BOUNDS.days)

const mergeSeen = seenOf(['name', 'company', 'emails', 'remarks', 'tags', 'timeZone', 'language', 'fields'])

export const mergeContactsBody = updateContactBody.omit({ phones: true, reassignedIds: true, seen: true }).extend({
  /** The contact that is deleted. */
  mergedId: contactId,
  /** The phone to text first. Absent: that of the contact in the path, or else that of the other one. */
  preferredId: numberId.optional(),
  /** The values that the caller saw of the contact in the path. */
  seen: mergeSeen,
  /** The values that the caller saw of the other contact. */
  mergedSeen: mergeSeen,
})

export const eraseContactBody = z.strictObject({
  /** Also the texts and files of the person, and those of chats and notes with no one else outside the team. */
  messages: z.boolean().default(false),
})

/** The result of an erasure: docs/product.md#erasing-a-contact */
export const erasure = z.object({
  /** Chats that no longer name the person. */
  chats: z.int(),
  texts: z.int(),
  notes: z.int(),
  files: z.int(),
  /** Opt-outs that stay in force, without the number. */
  optOuts: z.int(),
})
export type Erasure = z.infer<typeof erasure>

/** Conditions on contacts, all of which must hold. */
export const contactFilters = z.strictObject({
  /** Has all of them. */
  tags: tags.optional(),
  /** Has these values, in upper or lower case. */
  fields: fields.optional(),
  /** Whether a phone opted out of at least one line. */
  optedOut: z.boolean().optional(),
  /** Whether a phone gave consent in writing to at least one line. */
  consented: z.boolean().optional(),
  /** Whether a phone agreed to texts from at least one line, in writing or not. */
  agreed: z.boolean().optional(),
  /** Whether the ledger of consent has an entry about a phone. */
  consentRecorded: z.boolean().optional(),
  /** The last text was at this time or later. */
  textedSince: instant.optional(),
  /** The last text was before this time. */
  textedBefore: instant.optional(),
  /** The last text was at most this many days ago. */
  textedWithinDays: days.optional(),
  /** The last text was more than this many days ago. */
  textedOverDaysAgo: days.optional(),
  /** There was no text in this many days, or never. */
  notTextedForDays: days.optional(),
  /** Whether there ever was a text. */
  texted: z.boolean().optional(),
})
export type ContactFilters = z.infer<typeof contactFilters>

export const contactSort = z.strictObject({
  by: z.enum(['name', 'lastText', 'created']),
  descending: z.boolean().default(false),
})
export type ContactSort = z.infer<typeof contactSort>

const matching = z.strictObject({ term, filters: contactFilters.default({}) })
/** These contacts, or all that match. */
const selection = z.union([
  z.strictObject({ contactIds: z.array(contactId).min(1).max(CONTACT_BOUNDS.tagged) }),
  z.strictObject({ matching }),
])
export type ContactSelection = z.infer<typeof selection>
const cursor = z.string().max(2_000).optional()

/** A saved search with a name. */
export const contactView = z.object({
  id: contactViewId,
  name: z.string(),
  /** True: everyone in the tenant has it. False: only the caller. */
  shared: z.boolean(),
  /** Only they and Admins change or delete it. */
  createdBy: z.object({ id: userId, name: z.string() }),
  term: z.string(),
  filters: contactFilters,
  sort: contactSort,
})
export type ContactView = z.infer<typeof contactView>

/** A value of a contact before and after a change, as text; empty if there was none. */
export const contactValueChange = z.object({
  field: z.enum(['name', 'company', 'emails', 'remarks', 'tags', 'timeZone', 'language', 'phones', 'field']),
  /** The name of the tenant's own field, if `field` is `field`. */
  fieldName: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  /** The name of the contact that was changed, if it was merged into this one. */
  of: z.string().optional(),
})
export type ContactValueChange = z.infer<typeof contactValueChange>

export const contactChange = z.object({
  at: instant,
  /** The name of the user. Null if the contact came with its phone: by a text, an import, or as a mobile number. */
  by: z.string().nullable(),
  kind: z.enum(['added', 'changed', 'merged']),
  /** The name of the other contact, if `kind` is `merged`. */
  merged: z.string().nullable(),
  changes: z.array(contactValueChange),
  /** The import that did it, or whose Undo did it. */
  import: z.object({ fileName: z.string(), isUndo: z.boolean() }).nullable(),
})
export type ContactChange = z.infer<typeof contactChange>

const ofContact = z.object({ contactId })
const ofView = z.object({ contactViewId })
const contactViewBody = z.strictObject({
  name: text(VALIDATION.name, 'Name', CONTACT_BOUNDS.fieldNameLength),
  shared: z.boolean().default(false),
  term: term.default(''),
  filters: contactFilters.default({}),
  sort: contactSort.default({ by: 'name', descending: false }),
})
const EXISTING =
  'A number of another contact is refused with 409 `number-exists`, and `country-not-allowed` for other countries.'

export const contactCalls = defineCalls({
  'contacts.search': {
    summary: 'Contacts by name, number, company, or email, with filters',
    replyHeaders: { 'X-Next-Cursor': 'The cursor of the next page, where there is one' },
    body: z.strictObject({
      ...matching.shape,
      sort: contactSort.default({ by: 'name', descending: false }),
      limit: limit(PAGE.contacts, PAGE.maxContacts),
      cursor,
    }),
    reply: z.array(listedContact),
  },
  'contacts.count': {
    summary: 'How many contacts match',
    body: matching,
    reply: z.object({
      count: z.int(),
      /** Whether there are more than `count`. */
      isMore: z.boolean(),
    }),
  },
  'contacts.ofChat': {
    summary: 'The contacts whose phones are current members of a chat',
    params: z.object({ chatId }),
    reply: z.array(contact),
  },
  'contacts.get': { summary: 'A contact', params: ofContact, reply: contact },
  'contacts.create': {
    summary: 'Adds a contact with its phones, all or none',
    details: EXISTING,
    body: createContactBody,
    reply: contact,
  },
  'contacts.update': {
    summary: 'Changes fields of a contact',
    details: `${EXISTING} Two callers who each add or remove tags, emails, or phones both keep what they did. A removed phone leaves its chats, and comes back to the contact with its next text, unless \`reassignedIds\` names it: then someone else has its number, whose next text starts a chat with a new contact. Opt-outs of the number go on, but not what the contact agreed to.`,
    params: ofContact,
    body: updateContactBody,
    reply: contact,
  },
  'contacts.merge': {
    summary: 'Makes two contacts one, which keeps the phones of both',
    details:
      'Fields that are left out stay as they are on the contact in the path; the other one is deleted. Chats and opt-outs belong to phones, and stay. If a value in `seen` or `mergedSeen` has changed, the call is refused with 409 and changes nothing.',
    params: ofContact,
    body: mergeContactsBody,
    reply: contact,
  },
  'contacts.delete': { summary: 'Deletes a contact and its phones', params: ofContact },
  'contacts.erase': {
    summary: 'Deletes a contact, and takes its name and numbers out of what stays',
    details:
      'Chats, the ledger of consent, and the audit log no longer name the person; with `messages`, what was written is erased too. This can’t be undone. Opt-outs go on, without the number. Refused with 409 while a text to one of the phones is being sent.',
    params: ofContact,
    body: eraseContactBody,
    reply: erasure,
  },
  'contacts.history': {
    summary: `Who changed what on a contact: the newest ${PAGE.contactChanges} changes, newest first`,
    params: ofContact,
    reply: z.array(contactChange),
  },
  'contacts.tag': {
    summary: 'Adds and removes tags of contacts, a part of them with each call',
    details: 'With `matching`, repeat the call with `nextCursor` until it is null.',
    body: z.strictObject({ of: selection, add: tags.default([]), remove: tags.default([]), cursor }),
    reply: z.object({
      /** Contacts that this call changed. */
      changed: z.int(),
      nextCursor: z.string().nullable(),
    }),
  },
  'contacts.export': {
    summary: 'Contacts as CSV for spreadsheets, a part of them with each call',
    details:
      'Cells that look like formulas start with an apostrophe. Repeat the call with `nextCursor` until it is null; only the first part has the head.',
    body: z.strictObject({
      of: selection,
      /** The zone of the times. */
      timeZone: timeZone.default('UTC'),
      cursor,
    }),
    reply: z.object({ fileName: z.string(), csv: z.string(), nextCursor: z.string().nullable() }),
  },
  'contacts.tags': { summary: 'The tags that contacts have, in the order of the alphabet', reply: z.array(z.string()) },
  'contactFields.list': {
    summary: 'The fields that the tenant adds to contacts, in their order',
    reply: z.array(contactField),
  },
  'contactFields.update': {
    summary: 'Changes the tenant’s fields: all of them in their order',
    details: 'Values of a removed field are no longer shown.',
    body: z.strictObject({
      fields: z
        .array(
          z.strictObject({
            /** Absent: a new field. */
            id: contactFieldId.optional(),
            name: text(VALIDATION.name, 'Name', CONTACT_BOUNDS.fieldNameLength),
            kind: contactFieldKind,
            choices: z
              .array(text(VALIDATION.required('Option'), 'Option', CONTACT_BOUNDS.fieldNameLength))
              .max(CONTACT_BOUNDS.choices, BOUND_TEXTS.tooMany('options', CONTACT_BOUNDS.choices))
              .default([]),
          }),
        )
        .max(CONTACT_BOUNDS.fields, BOUND_TEXTS.tooMany('fields', CONTACT_BOUNDS.fields)),
      seen: seenOf(['fields']),
    }),
    reply: z.array(contactField),
  },
  'contactViews.list': {
    summary: 'The saved searches of the caller and the shared ones, by name',
    reply: z.array(contactView),
  },
  'contactViews.create': {
    summary: 'Saves a search for the caller, or for everyone',
    body: contactViewBody,
    reply: contactView,
  },
  'contactViews.update': {
    summary: 'Replaces a saved search',
    details: 'Only Admins and the one who added it change a shared one.',
    params: ofView,
    body: contactViewBody,
    reply: contactView,
  },
  'contactViews.delete': {
    summary: 'Deletes a saved search',
    details: 'Only Admins and the one who added it delete a shared one.',
    params: ofView,
  },
})
