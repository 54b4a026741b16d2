import { AUDIT_VALUES } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import type { ContactCursor } from './contact-cursor.ts'
import { walkContacts } from './contact-list-store.ts'

/** Contacts that are read at a time. */
const PAGE = 5_000
const HEAD = ['Name', 'Number', 'State', 'Wants no texts from']

/** All contacts as a file for spreadsheets. The audit log records who exported it. */
export type ExportContacts = (by: Actor) => Promise<{ fileName: string; csv: string }>

export function createContactExport({ database, clock }: { database: Database; clock: Clock }): ExportContacts {
  return async function exportContacts(by) {
    const rows: string[][] = [HEAD]
    let after: ContactCursor | null = null
    do {
      const page = await walkContacts(database.queries, { tenantId: by.tenantId, after, limit: PAGE })
      for (const { name, number, disabled, optedOutOf } of page) {
        rows.push([name, number, AUDIT_VALUES[disabled ? 'disabled' : 'enabled'], optedOutOf.join(', ')])
      }
      const last = page.length === PAGE ? page.at(-1) : undefined
      after = last ? [last.sortName, last.number] : null
    } while (after)
    const now = clock.now()
    await database.transaction((trx) => recordAuditEntry(trx, by, { kind: 'contactsExported', at: now }))
    return { fileName: `mobile-numbers-${now.toISOString().slice(0, 10)}.csv`, csv: writeCsv(rows) }
  }
}

/** Spreadsheets read values with these first characters as formulas. Some skip a leading line break. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const END_OF_LINE = '\r\n'
/** Without it Excel reads the file in its own code page. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A table as spreadsheets read it, by RFC 4180. A cell that would be a formula begins with an apostrophe, as OWASP recommends
 * against CSV injection.
 */
function writeCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(writeCell).join(','))
  return BYTE_ORDER_MARK + lines.map((line) => line + END_OF_LINE).join('')
}

function writeCell(cell: string): string {
  const defused = FORMULA.test(cell) ? `'${cell}` : cell
  return `"${defused.replaceAll('"', '""')}"`
}
