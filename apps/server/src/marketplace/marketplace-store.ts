import type { TenantId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import type { Queries } from '../platform/index.ts'

export type SubscriptionStatus = 'Subscribed' | 'Suspended' | 'Unsubscribed'

type SubscriptionTable = {
  tenant_id: TenantId
  subscription_id: string
  plan_id: string
  quantity: number | null
  status: SubscriptionStatus
  /** When the marketplace made the newest change that counts. */
  updated_at: Date
}
export type SubscriptionRow = Selectable<SubscriptionTable>

type OperationTable = {
  operation_id: string
  tenant_id: TenantId | null
  subscription_id: string
  action: string
  outcome: string
  payload: string
  received_at: Date
}
export type OperationRow = Omit<OperationTable, 'payload'>

const tables = (db: Queries) =>
  db.withTables<{ saas_subscriptions: SubscriptionTable; saas_operations: OperationTable }>()

export function findOperation(db: Queries, operationId: string): Promise<OperationRow | undefined> {
  return tables(db)
    .selectFrom('saas_operations')
    .select(['operation_id', 'tenant_id', 'subscription_id', 'action', 'outcome', 'received_at'])
    .where('operation_id', '=', operationId)
    .executeTakeFirst()
}

/** False where another process has just recorded it. */
export async function insertOperation(db: Queries, operation: OperationTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('saas_operations')
    .values(operation)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Locked, where it is there, until the transaction ends. */
export function lockSubscription(db: Queries, subscriptionId: string): Promise<SubscriptionRow | undefined> {
  return tables(db)
    .selectFrom('saas_subscriptions')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .forUpdate()
    .executeTakeFirst()
}

export function findSubscription(db: Queries, subscriptionId: string): Promise<SubscriptionRow | undefined> {
  return tables(db)
    .selectFrom('saas_subscriptions')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst()
}

export async function putSubscription(db: Queries, row: SubscriptionRow): Promise<void> {
  const { tenant_id: _, subscription_id: __, ...change } = row
  await tables(db)
    .insertInto('saas_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('subscription_id').doUpdateSet(change))
    .execute()
}

export async function hasActiveSubscription(db: Queries, tenantId: TenantId): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('saas_subscriptions')
    .select('subscription_id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'Subscribed')
    .executeTakeFirst()
  return row !== undefined
}
