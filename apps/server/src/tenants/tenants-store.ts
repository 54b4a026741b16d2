import type { TenantId } from '@partyline/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'

export type TenantRow = Selectable<Tables['tenants']>

type RowWithAccount = TenantRow & { storedAccount: string }

type NewTenant = Pick<TenantRow, 'tenantId' | 'name' | 'domain' | 'defaultCountry' | 'createdAt'>

/** False if someone else has just created it. */
export async function insertTenant(db: Queries, tenant: NewTenant): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('tenants')
    .values({
      ...tenant,
      allowedCountries: null,
      addSignature: false,
      assignOnReply: true,
      sharedSnippets: 'everyone',
      consented: false,
      suspended: false,
      hasAcctClaim: null,
      accountSid: null,
      authTokenEncrypted: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const withStoredAccount = (db: Queries) =>
  db
    .selectFrom('tenants')
    .selectAll()
    .select(({ fn }) => fn<string>('stored_account', ['accountSid', 'authTokenEncrypted']).as('storedAccount'))

export async function findTenant(db: Queries, tenantId: TenantId): Promise<RowWithAccount | null> {
  const row = await withStoredAccount(db).where('tenantId', '=', tenantId).executeTakeFirst()
  return row ?? null
}

/** By name. */
export function listTenants(db: Queries): Promise<TenantRow[]> {
  return db.selectFrom('tenants').selectAll().orderBy('name').orderBy('tenantId').execute()
}

/** Locks the row until the transaction ends. */
export async function lockTenant(trx: Queries, tenantId: TenantId): Promise<TenantRow | null> {
  const row = await trx
    .selectFrom('tenants')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export function findTenantsOfAccount(db: Queries, accountSid: string): Promise<RowWithAccount[]> {
  return withStoredAccount(db).where('accountSid', '=', accountSid).orderBy('tenantId').execute()
}

/** The code of the error that `reject_changed_accounts` raises. */
const ACCOUNT_CHANGED = 'TA001'

/** Whether a statement did nothing, because a Twilio account has changed since it was read. */
export function isAccountChanged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ACCOUNT_CHANGED
}

export async function findTenantsWithAccount(db: Queries): Promise<TenantId[]> {
  const rows = await db
    .selectFrom('tenants')
    .select('tenantId')
    .where('accountSid', 'is not', null)
    .orderBy('tenantId')
    .execute()
  return rows.map(({ tenantId }) => tenantId)
}

/** False if it has changed in the meantime. */
export async function replaceToken(
  db: Queries,
  tenantId: TenantId,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tenants')
    .set({ authTokenEncrypted: to })
    .where('tenantId', '=', tenantId)
    .where('authTokenEncrypted', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

type TenantChange = Omit<Updateable<Tables['tenants']>, 'tenantId' | 'domain' | 'createdAt'>

export async function updateTenant(db: Queries, tenantId: TenantId, change: TenantChange): Promise<void> {
  await db.updateTable('tenants').set(change).where('tenantId', '=', tenantId).execute()
}
