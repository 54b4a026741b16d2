import { defineCalls } from './call.ts'
import { instant, numberId } from './ids.ts'
import { IMPORT, PAGE } from './limits.ts'
import { addMobileBody } from './numbers.ts'
import { IMPORT_TEXTS } from './texts.ts'
import { z } from './z.ts'

/**
 * What becomes of a row of an import. `new`: a contact is added, or a deleted one comes back. `known`: the number
 * is in the list and stays as it is there. `repeated`: it stands further up in the rows. `refused`: see the reason.
 */
export const importState = z.enum(['new', 'known', 'repeated', 'refused'])
export type ImportState = z.infer<typeof importState>

export const checkedContact = z.object({
  state: importState,
  /** E.164; null where it was not understood. */
  number: z.string().nullable(),
  /** The name that the contact has in the list already. */
  knownAs: z.string().nullable(),
  /** Why it is refused, in words. */
  reason: z.string().nullable(),
})
export type CheckedContact = z.infer<typeof checkedContact>

function contacts<Row extends z.ZodType>(row: Row) {
  return z
    .array(row, { error: IMPORT_TEXTS.empty })
    .min(1, IMPORT_TEXTS.empty)
    .max(IMPORT.maxContacts, IMPORT_TEXTS.tooMany(IMPORT.maxContacts))
}

/** As a file brings it. Its faults are told row by row. */
const rawContact = z.strictObject({ number: z.string().max(1_000), name: z.string().max(1_000) })
export type RawContact = z.infer<typeof rawContact>

/** When a phone asked for no more texts from one of the tenant's numbers, or for texts again. */
export const optOutEntry = z.object({
  wish: z.enum(['stop', 'start']),
  at: instant,
  /** Its own word (`keyword`), Twilio's (`twilio`), or a text that Twilio refused because of it (`refused`). */
  source: z.enum(['keyword', 'twilio', 'refused']),
  /** The number that it does, or does not, want texts from. */
  twilioNumber: z.object({ id: numberId, name: z.string(), number: z.string() }),
  /** It is the last word of this phone to this number. */
  current: z.boolean(),
})
export type OptOutEntry = z.infer<typeof optOutEntry>

export const mobileNumberCalls = defineCalls({
  'settings.checkMobileImport': {
    summary: 'What an import would do with each contact, in their order. Changes nothing.',
    body: z.strictObject({ contacts: contacts(rawContact) }),
    reply: z.array(checkedContact),
  },
  'settings.importMobileNumbers': {
    summary: 'Adds contacts, all of them or none. Those that are in the list stay as they are: it may be repeated.',
    body: z.strictObject({ contacts: contacts(addMobileBody) }),
    reply: z.object({ added: z.int(), known: z.int() }),
  },
  'settings.exportMobileNumbers': {
    summary: 'All contacts as CSV for spreadsheets: what could be read as a formula begins with an apostrophe',
    reply: z.object({ fileName: z.string(), csv: z.string() }),
  },
  'settings.listMobileOptOuts': {
    summary: `When a contact asked for no more texts, and for texts again: the newest ${PAGE.optOuts}, newest first`,
    params: z.object({ numberId }),
    reply: z.array(optOutEntry),
  },
})
