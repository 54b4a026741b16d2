import { defineCalls } from './call.ts'
import { CONSENT_BOUNDS } from './consent.ts'
import { CONSENT_TEXTS } from './consent-texts.ts'
import { contactField } from './contacts.ts'
import { text } from './fields.ts'
import { contactFieldId, contactImportId, instant, numberId, userId } from './ids.ts'
import { BOUND_TEXTS } from './refusal-texts.ts'
import { VALIDATION } from './texts.ts'
import { z } from './z.ts'

/** Limits of imports of contacts. Not in limits.ts, which is in the first load. */
export const CONTACT_IMPORT = {
  rows: 1_000_000,
  /** Rows in one part, and in one preview. */
  rowsInPart: 500,
  columns: 200,
  /** Days for which an import can be undone, and its report downloaded. */
  days: 30,
  /** Rows that one call undoes. */
  undone: 500,
  /** Rows in one part of a report. */
  reported: 5_000,
  cellLength: 1_000,
  remarksLength: 10_000,
  cells: 30,
  /** Lines for which one statement about consent counts. */
  consentLines: 20,
} as const

/**
 * What happens to a row whose phone or email a contact has. `skip`: nothing. `fill`: empty values are set, and phones, emails,
 * and tags added. `overwrite`: the values of the row replace the contact's, except that lists are added to.
 */
export const importDuplicates = z.enum(['skip', 'fill', 'overwrite'])
export type ImportDuplicates = z.infer<typeof importDuplicates>

export const importOutcome = z.enum(['added', 'filled', 'overwritten', 'skipped', 'refused'])
export type ImportOutcome = z.infer<typeof importOutcome>

const cell = z.string().max(CONTACT_IMPORT.cellLength)
const cells = z.array(cell).max(CONTACT_IMPORT.cells).default([])

/** A row of a file: cells as they are written. Those that can't be read are left out and reported. */
export const contactImportRow = z.strictObject({
  /** The row in the file, from 1. */
  row: z.int().min(1).max(100_000_000),
  name: cell.default(''),
  company: cell.default(''),
  /** Each may have several, separated by commas or semicolons. */
  emails: cells,
  /** The best first. Each may have several. */
  phones: cells,
  tags: cells,
  remarks: z.string().max(CONTACT_IMPORT.remarksLength).default(''),
  timeZone: cell.default(''),
  language: cell.default(''),
  fields: z.partialRecord(contactFieldId, cell).default({}),
})
export type ContactImportRow = z.infer<typeof contactImportRow>

const rows = z.array(contactImportRow).min(1).max(CONTACT_IMPORT.rowsInPart)
const heading = z.string().max(200)
/** A column of the file and where it went: a name that the web app gives and remembers. */
const columns = z
  .array(z.strictObject({ heading, target: z.string().max(60) }))
  .max(CONTACT_IMPORT.columns, BOUND_TEXTS.tooMany('columns', CONTACT_IMPORT.columns))
export type ImportColumns = z.infer<typeof columns>

const statedConsent = z.enum(['granted', 'revoked'])
export type StatedConsent = z.infer<typeof statedConsent>

/** The importing user's statement that everyone in the file agreed to texts from these lines, or opted out. */
const consent = z.strictObject({
  state: statedConsent.default('granted'),
  lineIds: z
    .array(numberId)
    .min(1, CONSENT_TEXTS.chooseLine)
    .max(CONTACT_IMPORT.consentLines, BOUND_TEXTS.tooMany('numbers', CONTACT_IMPORT.consentLines)),
  /** Stored as the wording of each entry. */
  statement: text(CONSENT_TEXTS.statement, 'Statement', CONSENT_BOUNDS.wordingLength),
})

export const contactImport = z.object({
  id: contactImportId,
  fileName: z.string(),
  by: z.object({ id: userId, name: z.string() }),
  createdAt: instant,
  /** When its last part arrived. */
  updatedAt: instant,
  duplicates: importDuplicates,
  /** `running`: it was not finished, maybe because the browser was closed. `undoing`: the same for its Undo. */
  state: z.enum(['running', 'finished', 'undoing', 'undone']),
  /** The rows of the file. */
  total: z.int(),
  /** The rows that are imported. */
  done: z.int(),
  counts: z.object({
    added: z.int(),
    filled: z.int(),
    overwritten: z.int(),
    skipped: z.int(),
    refused: z.int(),
  }),
  /** The rows processed by Undo so far, among those that added or changed something. */
  undone: z.int(),
  /** The rows among them that Undo did not revert completely. */
  kept: z.int(),
  /** Null if nothing was stated about consent. */
  consent: z
    .object({
      state: statedConsent,
      statement: z.string(),
      /** The phones whose consent or opt-out is recorded. */
      phones: z.int(),
    })
    .nullable(),
})
export type ContactImport = z.infer<typeof contactImport>

export const previewedRow = z.object({
  row: z.int(),
  /** The row's own name, its contact's name, or a substitute such as its company. Null if there is none. */
  name: z.string().nullable(),
  outcome: importOutcome,
  /** The phones of the row that can be read, in E.164: those that an import of opt-outs records. */
  phones: z.array(z.string()),
  /** The contact afterwards. Null if the row is refused. */
  card: z
    .object({
      name: z.string(),
      company: z.string(),
      emails: z.array(z.string()),
      /** In E.164. */
      phones: z.array(z.string()),
      tags: z.array(z.string()),
      remarks: z.string(),
      timeZone: z.string().nullable(),
      language: z.string().nullable(),
      fields: z.partialRecord(contactField.shape.id, z.string()),
    })
    .nullable(),
  /** Why it is skipped or refused, whom it matches, and cells that are left out. */
  reasons: z.array(z.string()),
})
export type PreviewedRow = z.infer<typeof previewedRow>

const ofImport = z.object({ contactImportId })
const DUPLICATES = 'Only Admins choose `fill` or `overwrite`.'

export const contactImportCalls = defineCalls({
  'contactImports.list': {
    summary: `The imports of contacts of the last ${CONTACT_IMPORT.days} days, newest first`,
    reply: z.array(contactImport),
  },
  'contactImports.columns': {
    summary: 'Where the columns of the last file with these headings went; null if there was none',
    body: z.strictObject({ headings: z.array(heading).max(CONTACT_IMPORT.columns) }),
    reply: z.object({ columns: columns.nullable() }),
  },
  'contactImports.preview': {
    summary: 'What an import would do with each row, in order. Changes nothing.',
    details: DUPLICATES,
    body: z.strictObject({ duplicates: importDuplicates, rows }),
    reply: z.array(previewedRow),
  },
  'contactImports.start': {
    summary: 'Begins an import, to which rows are added in parts',
    details: `${DUPLICATES} With \`consent\`, the ledger gets an entry for each line and each phone of a row that adds or changes a contact. A phone that opted out stays opted out. With the \`state\` \`revoked\`, everyone in the file opted out: each phone that can be read gets an entry, also in rows that are skipped or refused. \`statement\` then says where the list is from.`,
    body: z.strictObject({
      fileName: text(VALIDATION.name, 'File name', 255),
      duplicates: importDuplicates,
      /** The rows of the file. */
      total: z.int().min(1).max(CONTACT_IMPORT.rows),
      columns: columns.default([]),
      consent: consent.optional(),
    }),
    reply: contactImport,
  },
  'contactImports.add': {
    summary: 'Imports a part of the rows. A part that was sent before changes nothing, so the call can be repeated.',
    details: 'Parts are numbered from 1 and sent one after the other. A row needs a phone number or an email address.',
    params: ofImport,
    body: z.strictObject({ part: z.int().min(1).max(CONTACT_IMPORT.rows), rows }),
    reply: contactImport,
  },
  'contactImports.finish': {
    summary: 'Ends an import, also one that was stopped. Can be repeated.',
    params: ofImport,
    reply: contactImport,
  },
  'contactImports.undo': {
    summary: 'Undoes an import, a part of it with each call: repeat it until the state is `undone`',
    details: `For ${CONTACT_IMPORT.days} days, for Admins and the one who imported. What people changed since stays.`,
    params: ofImport,
    reply: contactImport,
  },
  'contactImports.report': {
    summary: 'What happened to each row as CSV for spreadsheets, a part of them with each call',
    details:
      'Cells that look like formulas start with an apostrophe. Repeat the call with `nextCursor` until it is null; only the first part has the head.',
    params: ofImport,
    query: z.object({ cursor: z.coerce.number().int().min(0).optional() }),
    reply: z.object({ fileName: z.string(), csv: z.string(), nextCursor: z.int().nullable() }),
  },
})
