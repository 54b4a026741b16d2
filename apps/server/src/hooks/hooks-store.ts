import type { HookDisabledReason, TenantId } from '@partyline/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'

export type HookRow = Selectable<Tables['hooks']>
type OneHook = Pick<HookRow, 'tenantId' | 'hookId'>

/** Oldest first. */
export function listHooks(db: Queries, tenantId: TenantId): Promise<HookRow[]> {
  return db
    .selectFrom('hooks')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .orderBy('createdAt')
    .orderBy('hookId')
    .execute()
}

export async function findHook(db: Queries, { tenantId, hookId }: OneHook): Promise<HookRow | null> {
  const row = await db
    .selectFrom('hooks')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('hookId', '=', hookId)
    .executeTakeFirst()
  return row ?? null
}

/** Until the transaction ends. */
export async function lockHook(trx: Queries, { tenantId, hookId }: OneHook): Promise<HookRow | null> {
  const row = await trx
    .selectFrom('hooks')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('hookId', '=', hookId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function insertHook(trx: Queries, row: Insertable<Tables['hooks']>): Promise<void> {
  await trx.insertInto('hooks').values(row).execute()
}

export async function updateHook(
  trx: Queries,
  { tenantId, hookId }: OneHook,
  change: Partial<Omit<HookRow, 'tenantId' | 'hookId'>>,
): Promise<void> {
  await trx.updateTable('hooks').set(change).where('tenantId', '=', tenantId).where('hookId', '=', hookId).execute()
}

/** Without its log. */
export async function deleteHook(trx: Queries, { tenantId, hookId }: OneHook): Promise<void> {
  await trx.deleteFrom('hooks').where('tenantId', '=', tenantId).where('hookId', '=', hookId).execute()
}

/** It gets no more events. Waiting ones stay in the log. */
export async function disableHook(
  trx: Queries,
  one: OneHook,
  { reason, at }: { reason: HookDisabledReason; at: Date },
): Promise<void> {
  await updateHook(trx, one, { disabledReason: reason, disabledAt: at })
  await missWaiting(trx, one)
}

/** An event may be written while its webhook is disabled. */
export async function missWaiting(trx: Queries, { tenantId, hookId }: OneHook): Promise<void> {
  await trx
    .updateTable('hookEvents')
    .set({ state: 'missed' })
    .where('tenantId', '=', tenantId)
    .where('hookId', '=', hookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** The first failure since a success. */
export async function noteFailing(trx: Queries, { tenantId, hookId }: OneHook, at: Date): Promise<void> {
  await trx
    .updateTable('hooks')
    .set({ failingSince: at })
    .where('tenantId', '=', tenantId)
    .where('hookId', '=', hookId)
    .where('failingSince', 'is', null)
    .execute()
}

export async function noteWorking(trx: Queries, { tenantId, hookId }: OneHook): Promise<void> {
  await trx
    .updateTable('hooks')
    .set({ failingSince: null })
    .where('tenantId', '=', tenantId)
    .where('hookId', '=', hookId)
    .where('failingSince', 'is not', null)
    .execute()
}

export type HookedTenant = OneHook & {
  isEnabled: boolean
  /** When its next event is due, as a timestamp in milliseconds; null if none is waiting. */
  dueAt: number | null
}

/** The webhooks of all tenants, for the worker. */
export async function listHooked(db: Queries): Promise<HookedTenant[]> {
  const rows = await db
    .selectFrom('hooks as h')
    .select(['h.tenantId', 'h.hookId', 'h.disabledReason'])
    .select((eb) =>
      eb
        .selectFrom('hookEvents as e')
        .select('e.dueAt')
        .whereRef('e.tenantId', '=', 'h.tenantId')
        .whereRef('e.hookId', '=', 'h.hookId')
        .where('e.state', '=', 'waiting')
        .orderBy('e.dueAt')
        .limit(1)
        .as('dueAt'),
    )
    .execute()
  // A new event is due since -infinity.
  return rows.map(({ disabledReason, dueAt, ...row }) => ({
    ...row,
    isEnabled: disabledReason === null,
    dueAt: dueAt === null ? null : Number(dueAt),
  }))
}

/** The secrets of all tenants, to encrypt them with a new key. */
export function listSecrets(db: Queries) {
  return db.selectFrom('hooks').select(['tenantId', 'hookId', 'secretEncrypted', 'previousSecretEncrypted']).execute()
}

type Secrets = Pick<HookRow, 'secretEncrypted' | 'previousSecretEncrypted'>

/** Unless they were replaced in the meantime. */
export async function replaceSecrets(
  db: Queries,
  { tenantId, hookId }: OneHook,
  { from, to }: { from: Secrets; to: Secrets },
): Promise<void> {
  await db
    .updateTable('hooks')
    .set({ secretEncrypted: to.secretEncrypted, previousSecretEncrypted: to.previousSecretEncrypted })
    .where('tenantId', '=', tenantId)
    .where('hookId', '=', hookId)
    .where('secretEncrypted', '=', from.secretEncrypted)
    .execute()
}
