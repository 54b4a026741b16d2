import type { TenantId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import type { Queries } from '../platform/index.ts'

type TenantTable = {
  tenant_id: TenantId
  name: string
  domain: string
  default_country: string
  allowed_countries: string[] | null
  add_signature: boolean
  consented: boolean
  suspended: boolean
  account_sid: string | null
  auth_token_encrypted: string | null
  created_at: Date
}
export type TenantRow = Selectable<TenantTable>

const tables = (db: Queries) => db.withTables<{ tenants: TenantTable }>()

type NewTenant = Pick<TenantRow, 'tenant_id' | 'name' | 'domain' | 'default_country' | 'created_at'>

/** False where somebody else has just created it. */
export async function insertTenant(db: Queries, tenant: NewTenant): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('tenants')
    .values({
      ...tenant,
      allowed_countries: null,
      add_signature: false,
      consented: false,
      suspended: false,
      account_sid: null,
      auth_token_encrypted: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export function findTenant(db: Queries, tenantId: TenantId): Promise<TenantRow | undefined> {
  return tables(db).selectFrom('tenants').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst()
}

/** By name. */
export function listTenants(db: Queries): Promise<TenantRow[]> {
  return tables(db).selectFrom('tenants').selectAll().orderBy('name').orderBy('tenant_id').execute()
}

/** What it is until the transaction ends. */
export function lockTenant(trx: Queries, tenantId: TenantId): Promise<TenantRow | undefined> {
  return tables(trx)
    .selectFrom('tenants')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function findTenantsOfAccount(db: Queries, accountSid: string): Promise<TenantRow[]> {
  return tables(db)
    .selectFrom('tenants')
    .selectAll()
    .where('account_sid', '=', accountSid)
    .orderBy('tenant_id')
    .execute()
}

export async function findTenantsWithAccount(db: Queries): Promise<TenantId[]> {
  const rows = await tables(db)
    .selectFrom('tenants')
    .select('tenant_id')
    .where('account_sid', 'is not', null)
    .orderBy('tenant_id')
    .execute()
  return rows.map(({ tenant_id }) => tenant_id)
}

/** False where it is not what it was any more. */
export async function replaceToken(
  db: Queries,
  tenantId: TenantId,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('tenants')
    .set({ auth_token_encrypted: to })
    .where('tenant_id', '=', tenantId)
    .where('auth_token_encrypted', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

type TenantChange = Partial<
  Pick<
    TenantRow,
    | 'name'
    | 'add_signature'
    | 'default_country'
    | 'allowed_countries'
    | 'consented'
    | 'suspended'
    | 'account_sid'
    | 'auth_token_encrypted'
  >
>

export async function updateTenant(db: Queries, tenantId: TenantId, change: TenantChange): Promise<void> {
  await tables(db).updateTable('tenants').set(change).where('tenant_id', '=', tenantId).execute()
}
