import { z } from './z.ts'

/** The names of updated fields, for the message that someone else has changed them. */
const FIELDS: Record<string, string | undefined> = {
  name: 'the name',
  role: 'the role',
  disabled: 'whether it is enabled',
  addSignature: 'the signature',
  assignOnReply: 'who is assigned on reply',
  sharedSnippets: 'who can change shared snippets',
  defaultCountry: 'the default country',
  allowedCountries: 'the allowed countries',
  hours: 'the opening hours',
  awayReply: 'the away reply',
  consent: 'the consent setting',
  consentRequest: 'the consent request',
  greeting: 'the greeting',
  keepDays: 'how long texts are kept',
  ids: 'the default users',
  assignedUsers: 'the default users',
  useNumber: 'whether the line is in use',
  accountSid: 'the Twilio account',
  shortcut: 'the shortcut',
  text: 'the text',
  shared: 'who has the snippet',
  media: 'the files',
  company: 'the company',
  emails: 'the email addresses',
  remarks: 'the remarks',
  tags: 'the tags',
  timeZone: 'the time zone',
  language: 'the language',
  phones: 'the phone numbers',
  fields: 'the fields',
  goalMinutes: 'the goal for answers',
  url: 'the address',
  events: 'the events',
  enabled: 'whether it is enabled',
  endsAt: 'the end date',
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })
const inWords = (fields: readonly string[]) => LIST.format([...new Set(fields.map((field) => FIELDS[field] ?? field))])

export const SEEN_TEXTS = {
  /** The server refuses the update. */
  changed: (fields: readonly string[]) =>
    `Someone else just changed ${inWords(fields)}. Check the new values, and save again if yours should replace them.`,
  /** The server refuses a merge. */
  changedBeforeMerge: (name: string, fields: readonly string[]) =>
    `Someone else just changed ${inWords(fields)} of ${name}. Check the new values, and merge again.`,
  /** A form that is open has edits of the same fields. */
  changedInForm: (fields: readonly string[]) =>
    `Someone else just changed ${inWords(fields)}. If you save, your change replaces theirs.`,
  takeTheirs: 'Use theirs',
} as const

/**
 * The values of these fields that the caller saw before making the change. A field that still has the seen value in the
 * request stays as it is. If someone else has changed a field in the meantime, the call is refused with 409 and changes
 * nothing. A field that is not listed here is changed in any case.
 */
export function seenOf<Field extends string>(fields: readonly [Field, ...Field[]]) {
  return z.partialRecord(z.enum(fields), z.unknown()).optional()
}
