import { defineCalls } from './call.ts'
import { instant, numberId } from './ids.ts'
import { IMPORT } from './form-limits.ts'
import { PAGE } from './limits.ts'
import { addMobileBody } from './numbers.ts'
import { IMPORT_TEXTS } from './import-texts.ts'
import { z } from './z.ts'

/**
 * The result of a row of an import. `new`: a contact is added, or a deleted one restored. `known`: the number
 * is already in the list and stays unchanged. `repeated`: duplicate of an earlier row. `refused`: see the reason.
 */
export const importState = z.enum(['new', 'known', 'repeated', 'refused'])
export type ImportState = z.infer<typeof importState>

export const checkedContact = z.object({
  state: importState,
  /** In E.164; null if it is not a valid number. */
  number: z.string().nullable(),
  /** The current name of the contact. */
  knownAs: z.string().nullable(),
  /** Why it is refused. */
  reason: z.string().nullable(),
})
export type CheckedContact = z.infer<typeof checkedContact>

function contacts<Row extends z.ZodType>(row: Row) {
  return z
    .array(row, { error: IMPORT_TEXTS.empty })
    .min(1, IMPORT_TEXTS.empty)
    .max(IMPORT.maxContacts, IMPORT_TEXTS.tooMany(IMPORT.maxContacts))
}

/** A row of a file. Errors are reported per row. */
const rawContact = z.strictObject({ number: z.string().max(1_000), name: z.string().max(1_000) })
export type RawContact = z.infer<typeof rawContact>

/** A phone's opt-out from a line, or its return. */
export const optOutEntry = z.object({
  wish: z.enum(['stop', 'start']),
  at: instant,
  /**
   * How it became known: a keyword in a text (`keyword`), Twilio's report (`twilio`), a refused text (`refused`), or from a person
   * or API key of the tenant (`manual`).
   */
  source: z.enum(['keyword', 'twilio', 'refused', 'manual']),
  /** The name of the person or API key, if the source is `manual`. */
  by: z.string().nullable(),
  /** The line. */
  twilioNumber: z.object({ id: numberId, name: z.string(), number: z.string() }),
  /** Whether it is the latest entry of this phone for this line. */
  current: z.boolean(),
})
export type OptOutEntry = z.infer<typeof optOutEntry>

export const mobileNumberCalls = defineCalls({
  'settings.checkMobileImport': {
    summary: 'Previews an import for each contact, in order. Changes nothing.',
    body: z.strictObject({ contacts: contacts(rawContact) }),
    reply: z.array(checkedContact),
  },
  'settings.importMobileNumbers': {
    summary: 'Adds contacts, all or none. Existing contacts stay unchanged, so the call can be repeated.',
    body: z.strictObject({ contacts: contacts(addMobileBody) }),
    reply: z.object({ added: z.int(), known: z.int() }),
  },
  'settings.exportMobileNumbers': {
    summary: 'All contacts as CSV for spreadsheets: cells that look like formulas start with an apostrophe',
    reply: z.object({ fileName: z.string(), csv: z.string() }),
  },
  'settings.listMobileOptOuts': {
    summary: `A contact’s opt-outs and returns: the newest ${PAGE.optOuts}, newest first`,
    params: z.object({ numberId }),
    reply: z.array(optOutEntry),
  },
})
