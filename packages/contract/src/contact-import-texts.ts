// No imports, so that the web app can load the texts without the schemas.

const quoted = (cell: string) => `“${cell.length > 60 ? `${cell.slice(0, 60)}…` : cell}”`

/** Why a row of an import, or a cell of it, was left out, and why Undo left something alone. */
export const CONTACT_IMPORT_REASONS = {
  noPhoneOrEmail: 'The row has no phone number or email address that can be used.',
  leftOut: (column: string, cell: string, why: string) => `${column} ${quoted(cell)} was left out. ${why}`,
  noNumber: 'It isn’t a valid phone number. Numbers of other countries start with + and the country code.',
  fax: 'Faxes and pagers get no texts.',
  rounded: 'A spreadsheet rounded it, and its last digits are lost.',
  noEmail: 'It isn’t an email address.',
  noTimeZone: 'It isn’t a time zone, for example America/New_York.',
  noLanguage: 'It isn’t a language code, for example es.',
  noNumberValue: 'It isn’t a number, for example 12.5.',
  noDate: 'It isn’t a date, for example 2026-11-29.',
  noChoice: 'It isn’t one of the field’s options.',
  noTag: 'Tags have letters, digits, spaces, and - _ & / . only.',
  tooLong: (max: number) => `It has more than ${max.toLocaleString('en-US')} characters.`,
  tooMany: (max: number) => `A contact can have at most ${max}.`,
  tooManyTags: (max: number) => `Your organization already has ${max} tags.`,
  shortened: (column: string, max: number) => `${column} was shortened to ${max.toLocaleString('en-US')} characters.`,
  nameTooLong: (max: number) => `The name has more than ${max} characters.`,
  matches: (name: string) => `Matches ${name}.`,
  matchesSeveral: (names: readonly string[]) => `Matches several contacts: ${names.join(', ')}.`,
  optOuts: (phones: number) =>
    phones === 1 ? 'The opt-out of its phone was recorded.' : `The opt-outs of its ${phones} phones were recorded.`,
  upToDate: (name: string) => `${name} already has these values.`,
  keptEdited: 'Stayed: someone changed the contact since.',
  keptInChat: 'Stayed: a phone is in a chat or got a text.',
  keptPhone: (number: string) => `Stayed: ${number} is in a chat or got a text.`,
  keptValue: (column: string) => `Stayed: ${column} changed since.`,
  gone: 'The contact was already gone.',
} as const

/** The columns of a contact, as reasons and the report name them. */
export const CONTACT_IMPORT_COLUMNS = {
  name: 'Name',
  company: 'Company',
  phones: 'Phone',
  emails: 'Email',
  tags: 'Tag',
  remarks: 'Remarks',
  timeZone: 'Time zone',
  language: 'Language',
  field: 'A field',
} as const

/** Why a call of an import is refused. */
export const CONTACT_IMPORT_ERRORS = {
  onlyAdmins: 'Only Admins can change existing contacts with an import. Skip duplicates instead.',
  otherPart: (next: number) => `Send part ${next} next.`,
  rowOrder: 'Rows must be in the order of the file, each once.',
  tooManyRows: 'The import has more rows than were announced.',
  notRunning: 'This import has ended. Start another one.',
  notYours: 'Only Admins and the person who imported can undo this.',
  tooOld: (days: number) => `Imports can be undone for ${days} days.`,
} as const

/** What an import does with a row: in its preview and in its report. */
export const IMPORT_OUTCOMES = {
  added: 'New',
  filled: 'Filled in',
  overwritten: 'Overwritten',
  skipped: 'Skipped',
  refused: 'Can’t import',
} as const

/** The report of an import. */
export const CONTACT_IMPORT_REPORT = {
  fileName: 'import report',
  head: ['Row', 'Result', 'Name', 'Details', 'Undo'],
  outcomes: IMPORT_OUTCOMES,
  undone: { undone: 'Undone.', kept: 'Not undone.', gone: 'Nothing to undo.' },
} as const
