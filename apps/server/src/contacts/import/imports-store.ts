import type { ContactImport, ContactImportId, ImportOutcome, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Selectable, Updateable } from 'kysely'
import type { Tables } from '../../../database/index.ts'
import type { Queries } from '../../platform/index.ts'
import type { PlannedRow } from './plan-rows.ts'

export type ImportRow = Selectable<Tables['contactImports']>
export type StoredRow = Selectable<Tables['contactImportRows']>
type OneImport = { tenantId: TenantId; importId: ContactImportId }

/** Outcomes of rows that changed something. */
export const CHANGING = ['added', 'filled', 'overwritten'] as const

/** Until the transaction ends, nothing else is imported or undone in the tenant. */
export async function lockImports(trx: Queries, tenantId: TenantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}/contact-imports`}, 0))`.execute(trx)
}

export function insertImport(
  trx: Queries,
  row: Pick<
    ImportRow,
    | 'tenantId'
    | 'importId'
    | 'createdBy'
    | 'createdAt'
    | 'fileName'
    | 'duplicates'
    | 'headings'
    | 'targets'
    | 'total'
    | 'consentLines'
    | 'consentStatement'
    | 'optOutParts'
  >,
): Promise<unknown> {
  return trx
    .insertInto('contactImports')
    .values({ ...row, updatedAt: row.createdAt, state: 'running' })
    .execute()
}

type WithName = ImportRow & { userName: string }

function selectImports(db: Queries, tenantId: TenantId) {
  return db
    .selectFrom('contactImports as i')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenantId', '=', 'i.tenantId').onRef('u.userId', '=', 'i.createdBy'),
    )
    .selectAll('i')
    .select('u.name as userName')
    .where('i.tenantId', '=', tenantId)
}

export async function findImport(db: Queries, { tenantId, importId }: OneImport): Promise<WithName | null> {
  const row = await selectImports(db, tenantId).where('i.importId', '=', importId).executeTakeFirst()
  return row ?? null
}

/** Newest first. */
export function listImports(db: Queries, tenantId: TenantId, since: Date): Promise<WithName[]> {
  return selectImports(db, tenantId).where('i.createdAt', '>', since).orderBy('i.importId', 'desc').execute()
}

export async function updateImport(
  trx: Queries,
  { tenantId, importId }: OneImport,
  change: Updateable<Tables['contactImports']>,
): Promise<void> {
  await trx
    .updateTable('contactImports')
    .set(change)
    .where('tenantId', '=', tenantId)
    .where('importId', '=', importId)
    .execute()
}

/** The columns of the last import with these headings. */
export async function findColumns(
  db: Queries,
  tenantId: TenantId,
  headings: readonly string[],
): Promise<{ headings: string[]; targets: string[] } | null> {
  const row = await db
    .selectFrom('contactImports')
    .select(['headings', 'targets'])
    .where('tenantId', '=', tenantId)
    .where('headings', '=', sql<string[]>`${headings}::text[]`)
    .orderBy('importId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function insertRows(trx: Queries, of: OneImport, rows: readonly PlannedRow[]): Promise<void> {
  const stored = rows.map(({ row, name, outcome, card, reasons, changes }) => ({
    row_number: row,
    outcome,
    contact_id: card?.contactId ?? null,
    name,
    reasons,
    changes,
  }))
  await sql`
    insert into contact_import_rows (tenant_id, import_id, row_number, outcome, contact_id, name, reasons, changes)
    select ${of.tenantId}::uuid, ${of.importId}::uuid, r.row_number, r.outcome, r.contact_id, r.name, r.reasons, r.changes
    from json_to_recordset(${JSON.stringify(stored)}::json) as r (row_number integer, outcome text, contact_id uuid,
      name text, reasons text[], changes jsonb)`.execute(trx)
}

/** Rows behind this one, in order. */
export function rowsAfter(
  db: Queries,
  { tenantId, importId }: OneImport,
  { after, limit }: { after: number; limit: number },
): Promise<StoredRow[]> {
  return db
    .selectFrom('contactImportRows')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('importId', '=', importId)
    .where('rowNumber', '>', after)
    .orderBy('rowNumber')
    .limit(limit)
    .execute()
}

/** Rows to undo, the last one first. */
export function rowsToUndo(
  db: Queries,
  { tenantId, importId, undoneFrom }: OneImport & { undoneFrom: number | null },
  limit: number,
): Promise<StoredRow[]> {
  let query = db
    .selectFrom('contactImportRows')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('importId', '=', importId)
    .where('outcome', 'in', CHANGING)
  if (undoneFrom !== null) query = query.where('rowNumber', '<', undoneFrom)
  return query.orderBy('rowNumber', 'desc').limit(limit).execute()
}

export type UndoneRow = { row: number; undo: NonNullable<StoredRow['undo']>; reasons: string[] }

export async function noteUndone(trx: Queries, of: OneImport, rows: readonly UndoneRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update contact_import_rows t set undo = r.undo, undo_reasons = r.reasons
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (row integer, undo text, reasons text[])
    where t.tenant_id = ${of.tenantId} and t.import_id = ${of.importId} and t.row_number = r.row`.execute(trx)
}

/** Drops rows of imports that can no longer be undone. Returns how many. */
export async function dropRows(db: Queries, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with dropped as (
      delete from contact_import_rows where (tenant_id, import_id, row_number) in (
        select r.tenant_id, r.import_id, r.row_number
        from contact_imports i join contact_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.import_id
        where i.created_at < ${before}::timestamptz limit ${limit})
      returning 1
    )
    select count(*)::integer as count from dropped`.execute(db)
  return rows[0]?.count ?? 0
}

/** What is stated about consent, if anything is. */
export const stateOf = ({ optOutParts }: Pick<ImportRow, 'optOutParts'>) =>
  optOutParts === null ? ('granted' as const) : ('revoked' as const)

export function presentImport(row: WithName): ContactImport {
  const { importId: id, fileName, duplicates, state, total, done, undone, kept } = row
  const { added, filled, overwritten, skipped, refused } = row
  const counts = { added, filled, overwritten, skipped, refused } satisfies Record<ImportOutcome, number>
  return {
    id,
    fileName,
    by: { id: row.createdBy, name: row.userName },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    duplicates,
    state,
    total,
    done,
    counts,
    undone,
    kept,
    consent:
      row.consentStatement === null
        ? null
        : { state: stateOf(row), statement: row.consentStatement, phones: row.consented },
  }
}
