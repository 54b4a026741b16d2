import type { NumberId, TenantId, UserId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

type ProviderNumberTable = {
  tenant_id: TenantId
  number_id: NumberId
  sid: string
  number: string
  name: string
  in_use: boolean
  webhook_configured: boolean
  elsewhere: string | null
  has_sms: boolean
  has_mms: boolean
  released_at: Date | null
  created_at: Date
}
export type ProviderNumberRow = Selectable<ProviderNumberTable>
type DefaultUserTable = { tenant_id: TenantId; number_id: NumberId; user_id: UserId }

const tables = (db: Queries) =>
  db.withTables<{ provider_numbers: ProviderNumberTable; number_default_users: DefaultUserTable }>()

type OneNumber = { tenantId: TenantId; numberId: NumberId }

/** Until the end of the transaction nobody else changes which numbers the tenant has. */
export async function lockProviderNumbers(trx: Queries, tenantId: TenantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}/provider numbers`}, 0))`.execute(trx)
}

/** All that the tenant ever had, released ones too, by name. */
export function listProviderNumbers(db: Queries, tenantId: TenantId): Promise<ProviderNumberRow[]> {
  return tables(db)
    .selectFrom('provider_numbers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy(sql`lower(name)`)
    .orderBy('number')
    .execute()
}

export function findProviderNumber(
  db: Queries,
  { tenantId, numberId }: OneNumber,
): Promise<ProviderNumberRow | undefined> {
  return tables(db)
    .selectFrom('provider_numbers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('number_id', '=', numberId)
    .executeTakeFirst()
}

/** Those of the numbers that belong to the tenant's Twilio account, in use or not. */
export async function ownNumbersAmong(db: Queries, tenantId: TenantId, numbers: readonly string[]) {
  const rows = await tables(db)
    .selectFrom('provider_numbers')
    .select('number')
    .where('tenant_id', '=', tenantId)
    .where('released_at', 'is', null)
    .where('number', '=', sql<string>`any(${numbers})`)
    .execute()
  return new Set(rows.map(({ number }) => number))
}

/** Of all tenants: one at most uses a number. */
export function findNumbersInUse(db: Queries, numbers: readonly string[]): Promise<ProviderNumberRow[]> {
  return tables(db)
    .selectFrom('provider_numbers')
    .selectAll()
    .where('number', '=', sql<string>`any(${numbers})`)
    .where('in_use', '=', true)
    .execute()
}

export async function insertProviderNumber(db: Queries, row: ProviderNumberRow): Promise<void> {
  await tables(db).insertInto('provider_numbers').values(row).execute()
}

type Change = Partial<Omit<ProviderNumberRow, 'tenant_id' | 'number_id' | 'created_at'>>

export async function updateProviderNumber(
  db: Queries,
  { tenantId, numberId }: OneNumber,
  change: Change,
): Promise<void> {
  await tables(db)
    .updateTable('provider_numbers')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('number_id', '=', numberId)
    .execute()
}

/** By number; for all numbers of the tenant where none is named. */
export async function listDefaultUsers(
  db: Queries,
  tenantId: TenantId,
  numberId?: NumberId,
): Promise<Map<NumberId, UserId[]>> {
  let query = tables(db)
    .selectFrom('number_default_users')
    .select(['number_id', 'user_id'])
    .where('tenant_id', '=', tenantId)
    .orderBy('user_id')
  if (numberId) query = query.where('number_id', '=', numberId)
  const rows = await query.execute()
  const users = new Map<NumberId, UserId[]>()
  for (const { number_id, user_id } of rows) users.set(number_id, [...(users.get(number_id) ?? []), user_id])
  return users
}

export async function replaceDefaultUsers(
  trx: Queries,
  { tenantId, numberId }: OneNumber,
  userIds: UserId[],
): Promise<void> {
  await tables(trx)
    .deleteFrom('number_default_users')
    .where('tenant_id', '=', tenantId)
    .where('number_id', '=', numberId)
    .execute()
  if (userIds.length === 0) return
  await tables(trx)
    .insertInto('number_default_users')
    .values(userIds.map((user_id) => ({ tenant_id: tenantId, number_id: numberId, user_id })))
    .execute()
}
