import type { NumberId, TenantId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

type MobileNumberTable = {
  tenant_id: TenantId
  number_id: NumberId
  number: string
  name: string
  disabled: boolean
  deleted_at: Date | null
  created_at: Date
}
export type MobileNumberRow = Selectable<MobileNumberTable>

const tables = (db: Queries) => db.withTables<{ mobile_numbers: MobileNumberTable }>()

/**
 * Until the end of the transaction nobody else adds or revives this number: so it is found or added once, without a
 * conflict that would end the caller's transaction.
 */
export async function lockMobileNumber(trx: Queries, tenantId: TenantId, number: string): Promise<void> {
  // An import adds many, and waits for those who add one.
  await sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${`${tenantId}/mobile numbers`}, 0)),
      pg_advisory_xact_lock(hashtextextended(${`${tenantId}/${number}`}, 0))`.execute(trx)
}

/** The contact with this number; a deleted one only where no other has it. */
export function findByNumber(db: Queries, tenantId: TenantId, number: string): Promise<MobileNumberRow | undefined> {
  return tables(db)
    .selectFrom('mobile_numbers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('number', '=', number)
    .orderBy('deleted_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
}

/** Those of the numbers that belong to a contact who is not deleted. */
export function findByNumbers(db: Queries, tenantId: TenantId, numbers: string[]): Promise<MobileNumberRow[]> {
  return tables(db)
    .selectFrom('mobile_numbers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('number', '=', sql<string>`any(${numbers})`)
    .where('deleted_at', 'is', null)
    .execute()
}

export function listMobileNumbers(db: Queries, tenantId: TenantId, limit: number): Promise<MobileNumberRow[]> {
  return tables(db)
    .selectFrom('mobile_numbers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** Deleted ones too: a history still names them. */
export function findMobileNumbers(db: Queries, tenantId: TenantId, ids: NumberId[]): Promise<MobileNumberRow[]> {
  return tables(db)
    .selectFrom('mobile_numbers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('number_id', '=', sql<NumberId>`any(${ids}::uuid[])`)
    .execute()
}

/** As it is until the transaction ends. */
export function lockMobileNumberRow(
  trx: Queries,
  tenantId: TenantId,
  numberId: NumberId,
): Promise<MobileNumberRow | undefined> {
  return tables(trx)
    .selectFrom('mobile_numbers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('number_id', '=', numberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertMobileNumber(db: Queries, row: MobileNumberRow): Promise<void> {
  await tables(db).insertInto('mobile_numbers').values(row).execute()
}

type Change = Partial<Pick<MobileNumberRow, 'name' | 'disabled' | 'deleted_at'>>

export async function updateMobileNumber(
  db: Queries,
  { tenantId, numberId }: { tenantId: TenantId; numberId: NumberId },
  change: Change,
): Promise<void> {
  await tables(db)
    .updateTable('mobile_numbers')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('number_id', '=', numberId)
    .execute()
}
