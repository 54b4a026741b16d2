import { AUDIT_VALUES } from '@partyline/contract'
import { recordDeed } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import { writeCsv } from './csv.ts'
import { walkMobileNumbers } from './mobile-list-store.ts'
import type { MobileCursor } from './mobile-cursor.ts'

/** Contacts that are read at a time. */
const PAGE = 5_000
const HEAD = ['Name', 'Number', 'State', 'Wants no texts from']

/** All contacts as a file for spreadsheets; who took it along stands in the audit log. */
export function createMobileExport({ database, clock }: { database: Database; clock: Clock }) {
  return async function exportMobile(by: Actor): Promise<{ fileName: string; csv: string }> {
    const rows: string[][] = [HEAD]
    let after: MobileCursor | null = null
    do {
      const page = await walkMobileNumbers(database.queries, { tenantId: by.tenantId, after, limit: PAGE })
      for (const { name, number, disabled, optedOutOf } of page) {
        rows.push([name, number, AUDIT_VALUES[disabled ? 'disabled' : 'enabled'], optedOutOf.join(', ')])
      }
      const last = page.length === PAGE ? page.at(-1) : undefined
      after = last ? [last.sortName, last.number] : null
    } while (after)
    const now = clock.now()
    await database.transaction((trx) => recordDeed(trx, by, { kind: 'contactsExported', at: now }))
    return { fileName: `mobile-numbers-${now.toISOString().slice(0, 10)}.csv`, csv: writeCsv(rows) }
  }
}
