import type { TenantId } from '@partyline/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'

export type SubscriptionStatus = SubscriptionRow['status']

export type SubscriptionRow = Selectable<Tables['saasSubscriptions']>

export type OperationRow = Omit<Selectable<Tables['saasOperations']>, 'payload'>

export async function findOperation(db: Queries, operationId: string): Promise<OperationRow | null> {
  const row = await db
    .selectFrom('saasOperations')
    .select(['operationId', 'tenantId', 'subscriptionId', 'action', 'outcome', 'receivedAt'])
    .where('operationId', '=', operationId)
    .executeTakeFirst()
  return row ?? null
}

/** False where another process has just recorded it. */
export async function insertOperation(db: Queries, operation: Insertable<Tables['saasOperations']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('saasOperations')
    .values(operation)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Locks it, if it exists, until the transaction ends. */
export async function lockSubscription(db: Queries, subscriptionId: string): Promise<SubscriptionRow | null> {
  const row = await db
    .selectFrom('saasSubscriptions')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function findSubscription(db: Queries, subscriptionId: string): Promise<SubscriptionRow | null> {
  const row = await db
    .selectFrom('saasSubscriptions')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirst()
  return row ?? null
}

export async function putSubscription(db: Queries, row: SubscriptionRow): Promise<void> {
  const { tenantId: _, subscriptionId: __, ...change } = row
  await db
    .insertInto('saasSubscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('subscriptionId').doUpdateSet(change))
    .execute()
}

export async function hasActiveSubscription(db: Queries, tenantId: TenantId): Promise<boolean> {
  const row = await db
    .selectFrom('saasSubscriptions')
    .select('subscriptionId')
    .where('tenantId', '=', tenantId)
    .where('status', '=', 'Subscribed')
    .executeTakeFirst()
  return row !== undefined
}
