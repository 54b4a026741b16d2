import { IMPORT_OUTCOMES } from '@partyline/contract'
import type { ContactImport, ImportDuplicates, ImportOutcome } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

const written = (count: number) => count.toLocaleString('en-US')
const counted = (count: number, one: string, many: string) => `${written(count)} ${count === 1 ? one : many}`

/** The texts of imports of contacts. */
export const IMPORT_TEXTS = {
  import: 'Import',
  title: 'Import contacts',
  about:
    'Choose a CSV file from a spreadsheet or address book, or contact cards (.vcf). You can review before importing.',
  drop: 'You can also drop a file here, or paste rows from a spreadsheet.',
  choose: 'Choose a file',
  chooseOther: 'Choose another file',
  file: 'File',
  reading: 'Reading file…',
  pasted: 'Pasted rows',
  earlier: 'Earlier imports',
  encoding: 'Encoding',
  encodingGuess: 'If names look garbled, choose another encoding.',
  steps: { columns: 'Columns', preview: 'Preview' },
  columnsAbout: (rows: number) =>
    `${counted(rows, 'row', 'rows')}. Choose what each column holds. Rows need a phone number or an email address.`,
  remembered: 'These columns are set as in the last import of such a file.',
  firstRow: 'First row is a heading',
  dates: 'Dates are written',
  dateOrders: { monthFirst: 'Month first: 11/29/2026', dayFirst: 'Day first: 29/11/2026' },
  column: (place: number) => `Column ${place}`,
  target: (column: string) => `What “${isolated(column)}” holds`,
  noSamples: 'Empty',
  targets: {
    none: 'Don’t import',
    name: 'Name',
    given: 'First name',
    middle: 'Middle name',
    family: 'Last name',
    company: 'Company',
    phones: 'Phone',
    emails: 'Email',
    tags: 'Tags',
    remarks: 'Remarks',
    timeZone: 'Time zone',
    language: 'Language',
  },
  needed: 'Choose a column with phone numbers or email addresses.',
  next: 'Next',
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  duplicates: 'If a contact has the same phone or email',
  choices: {
    skip: 'Skip the row',
    fill: 'Fill in what’s empty',
    overwrite: 'Overwrite with the file',
  } satisfies Record<ImportDuplicates, string>,
  choiceHints: {
    skip: 'Contacts stay as they are.',
    fill: 'Phones, emails, and tags are added. Values that are set stay.',
    overwrite:
      'Values of the file replace those of the contact. Phones, emails, and tags are added, and none is removed.',
  } satisfies Record<ImportDuplicates, string>,
  onlySkip: 'Only Admins can change existing contacts with an import.',
  previewOf: (shown: number, rows: number) =>
    shown < rows ? `The first ${written(shown)} of ${counted(rows, 'row', 'rows')}` : counted(rows, 'row', 'rows'),
  previewed: 'Rows as they will be',
  row: (row: number) => `Row ${written(row)}`,
  checking: 'Checking rows…',
  outcomes: IMPORT_OUTCOMES,
  summary: (counts: Record<ImportOutcome, number>) =>
    [
      counts.added > 0 && `${written(counts.added)} new`,
      counts.filled > 0 && `${written(counts.filled)} filled in`,
      counts.overwritten > 0 && `${written(counts.overwritten)} overwritten`,
      counts.skipped > 0 && `${written(counts.skipped)} skipped`,
      counts.refused > 0 && `${written(counts.refused)} can’t be imported`,
    ]
      .filter(Boolean)
      .join(' · ') || 'Nothing yet',
  start: (rows: number) => `Import ${counted(rows, 'row', 'rows')}`,
  importing: 'Importing…',
  progress: (done: number, total: number) => `${written(done)} of ${counted(total, 'row', 'rows')}`,
  keepOpen: 'Keep this window open. Rows that are imported stay imported if you stop.',
  stop: 'Stop',
  finished: (done: number, total: number) =>
    done < total ? `Stopped at ${written(done)} of ${counted(total, 'row', 'rows')}.` : 'Import finished.',
  report: 'Download report',
  undo: 'Undo',
  undoTitle: 'Undo this import?',
  undoAbout: ({ fileName, consent }: Pick<ContactImport, 'fileName' | 'consent'>) =>
    [
      `Contacts that “${isolated(fileName)}” added are deleted, and changed values are restored. What people changed since stays.`,
      consent && IMPORT_CONSENT_TEXTS.stays[consent.state],
    ]
      .filter(Boolean)
      .join(' '),
  undoing: 'Undoing…',
  undoProgress: ({ undone, counts: { added, filled, overwritten } }: ContactImport) =>
    `Undoing: ${written(undone)} of ${written(added + filled + overwritten)}`,
  undone: (kept: number) =>
    kept === 0
      ? 'Import undone.'
      : `Import undone, except for ${counted(kept, 'contact', 'contacts')} changed or texted since. The report has the reasons.`,
  failedTitle: 'The import stopped',
  failedAfter: (done: number) =>
    `${counted(done, 'row was', 'rows were')} imported. Import the file again to go on: they are skipped as duplicates.`,
  undoFailed: 'The import couldn’t be undone completely',
  reportFailed: 'The report couldn’t be downloaded',
  listTitle: 'Imports',
  listAbout: 'Imports of the last 30 days, each of which can be undone.',
  listEmpty: 'No one imported contacts in the last 30 days.',
  who: (name: string, when: string) => `${isolated(name)}, ${when}`,
  state: ({ state, done, total, kept, undone, updatedAt, counts }: ContactImport, now: number) => {
    const changed = counts.added + counts.filled + counts.overwritten
    if (state === 'undone') return kept === 0 ? 'Undone' : `Undone, except for ${counted(kept, 'contact', 'contacts')}`
    if (state === 'undoing') return `Undo stopped at ${written(undone)} of ${written(changed)}`
    if (state === 'running' && now - Date.parse(updatedAt) < 60_000)
      return `Importing: ${written(done)} of ${written(total)}`
    return done < total ? `Stopped at ${written(done)} of ${written(total)}` : 'Finished'
  },
  reportOf: (fileName: string) => `Download report of ${isolated(fileName)}`,
  undoOf: (fileName: string) => `Undo ${isolated(fileName)}`,
} as const

/** The step about consent, and its result. */
export const IMPORT_CONSENT_TEXTS = {
  question: 'Consent to texts',
  choices: {
    none: 'Say nothing about consent',
    granted: 'They have agreed to be texted',
    revoked: 'They opted out',
  },
  choiceHints: {
    none: 'You can record consent later, on each contact’s card.',
    granted:
      'Consent is recorded for each phone of a row that adds or changes a contact. Skipped rows get none, and phones that opted out stay opted out.',
    revoked:
      'Every phone that can be read is opted out of texts from the numbers that you choose, also in rows that are skipped.',
  },
  willOptOut: ({ phones, without, shown, rows }: { phones: number; without: number; shown: number; rows: number }) =>
    [
      `${counted(phones, 'phone', 'phones')} ${shown < rows ? `of the first ${written(shown)} rows ` : ''}will be opted out.`,
      without > 0 &&
        `${counted(without, 'row has no phone that can be read and opts', 'rows have no phone that can be read and opt')} no one out. Go back to see why.`,
    ]
      .filter(Boolean)
      .join(' '),
  rows: { granted: 'Who agreed', revoked: 'Who opted out' },
  everyone: (rows: number) => `Everyone in the file (${counted(rows, 'row', 'rows')})`,
  rowsBy: (column: string) => `Only some rows, by “${isolated(column)}”`,
  valuesOf: (column: string) => `Import rows where “${isolated(column)}” is`,
  value: (value: string, rows: number) => `${isolated(value)} (${counted(rows, 'row', 'rows')})`,
  empty: 'Empty',
  filled: 'Not empty',
  noRows: 'Choose at least one of the column’s values.',
  onlySome: (rows: number, total: number) =>
    `Only ${written(rows)} of ${counted(total, 'row', 'rows')} will be imported. To add the other people, import the file again afterwards.`,
  /** Nothing is stated about a file that says who opted out. */
  someOptedOut: (column: string, rows: number) =>
    `“${isolated(column)}” says that ${counted(rows, 'person', 'people')} may have opted out. Import them with “They opted out” first, or they can be texted.`,
  lines: { granted: 'Which of your numbers they agreed to', revoked: 'Which of your numbers they opted out of' },
  noLines: 'Your organization has no numbers that consent could be recorded for.',
  statement: { granted: 'Your statement', revoked: 'Where the list is from' },
  statementHint: {
    granted:
      'Say how they agreed, for example “They ticked the box for texts on our form.” It is kept as evidence, and can’t be changed.',
    revoked:
      'For example, “Opt-outs that we exported from our former texting app on November 28.” It is kept as evidence, and can’t be changed.',
  },
  noOrigin: 'Enter where the list is from.',
  sign: {
    granted: (name: string) => `I, ${isolated(name)}, state this and can show it if asked`,
    revoked: (name: string, rows: number | null) =>
      `I, ${isolated(name)}, state that everyone in ${rows === null ? 'this file' : rows === 1 ? 'this row' : `these ${written(rows)} rows`} opted out`,
  },
  unsigned: 'Sign your statement, or say nothing about consent.',
  recorded: ({ state, phones }: Pick<NonNullable<ContactImport['consent']>, 'state' | 'phones'>) => {
    if (state === 'revoked') return `${counted(phones, 'phone was', 'phones were')} opted out.`
    return phones === 0 ? 'No consent was recorded.' : `Consent was recorded for ${counted(phones, 'phone', 'phones')}.`
  },
  stays: {
    granted: 'Consent that was recorded stays, too.',
    revoked: 'Phones that were opted out stay opted out.',
  },
} as const
