import { AUDIT_VALUES } from '@partyline/contract'
import type { TenantId } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import { writeCsv, writeCursor } from '../platform/index.ts'
import type { Clock, Database, TablePage } from '../platform/index.ts'
import { readContactCursor } from './contact-cursor.ts'
import { walkContacts } from './contact-list-store.ts'

/** Contacts that are read at a time. */
const PAGE = 5_000
const HEAD = ['Name', 'Number', 'State', 'Opted out of']

export type ContactExport = {
  /** All contacts as a file for spreadsheets. The audit log records who exported it. */
  exportContacts(by: Actor): Promise<{ fileName: string; csv: string }>
  /** A page of the same table. */
  contactTable(tenantId: TenantId, cursor: string | null): Promise<TablePage>
}

export function createContactExport({ database, clock }: { database: Database; clock: Clock }): ContactExport {
  const contactTable: ContactExport['contactTable'] = async (tenantId, cursor) => {
    const after = cursor === null ? null : readContactCursor(cursor)
    const page = await walkContacts(database.queries, { tenantId, after, limit: PAGE })
    const rows = page.map(({ name, number, disabled, optedOutOf }) => [
      name,
      number,
      AUDIT_VALUES[disabled ? 'disabled' : 'enabled'],
      optedOutOf.map((line) => line.name).join(', '),
    ])
    const last = page.length === PAGE ? page.at(-1) : undefined
    return { head: HEAD, rows, nextCursor: last ? writeCursor([last.sortName, last.number]) : null }
  }

  return {
    contactTable,
    async exportContacts(by) {
      const rows: TablePage['rows'][number][] = [HEAD]
      let cursor: string | null = null
      do {
        const page: TablePage = await contactTable(by.tenantId, cursor)
        rows.push(...page.rows)
        cursor = page.nextCursor
      } while (cursor !== null)
      const now = clock.now()
      await database.transaction((trx) => recordAuditEntry(trx, by, { kind: 'contactsExported', at: now }))
      return { fileName: `mobile-numbers-${now.toISOString().slice(0, 10)}.csv`, csv: writeCsv(rows) }
    },
  }
}
