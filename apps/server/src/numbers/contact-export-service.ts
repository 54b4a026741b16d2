import { AUDIT_VALUES } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import { writeCsv } from '../platform/index.ts'
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
