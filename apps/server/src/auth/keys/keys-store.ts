import type { ChatId, NumberId, TenantId } from '@partyline/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../../../database/index.ts'
import { anyOf } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'

export type KeyRow = Selectable<Tables['apiKeys']>
type OneKey = Pick<KeyRow, 'tenantId' | 'keyId'>

/** Oldest first. */
export function listKeys(db: Queries, tenantId: TenantId, { revoked }: { revoked: boolean }): Promise<KeyRow[]> {
  let query = db.selectFrom('apiKeys').selectAll().where('tenantId', '=', tenantId)
  if (!revoked) query = query.where('revokedAt', 'is', null)
  return query.orderBy('createdAt').orderBy('keyId').execute()
}

/** Until the transaction ends. Null if it does not exist, or was revoked. */
export async function lockKey(trx: Queries, { tenantId, keyId }: OneKey): Promise<KeyRow | null> {
  const row = await trx
    .selectFrom('apiKeys')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('keyId', '=', keyId)
    .where('revokedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The key of a token, or of the one before it while that works, with its tenant. */
export async function findKeyByToken(
  db: Queries,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<(KeyRow & { suspended: boolean }) | null> {
  const row = await db
    .selectFrom('apiKeys as k')
    .innerJoin('tenants as t', 't.tenantId', 'k.tenantId')
    .selectAll('k')
    .select('t.suspended')
    .where(({ eb, or }) =>
      or([eb('k.tokenHash', '=', tokenHash), eb('k.previousHash', '=', tokenHash).and('k.previousUntil', '>', now)]),
    )
    .where('k.revokedAt', 'is', null)
    .where(({ eb, or }) => or([eb('k.endsAt', 'is', null), eb('k.endsAt', '>', now)]))
    .executeTakeFirst()
  return row ?? null
}

export async function insertKey(trx: Queries, row: Insertable<Tables['apiKeys']>): Promise<void> {
  await trx.insertInto('apiKeys').values(row).execute()
}

export async function updateKey(
  db: Queries,
  { tenantId, keyId }: OneKey,
  change: Partial<Omit<KeyRow, 'tenantId' | 'keyId'>>,
): Promise<KeyRow> {
  return db
    .updateTable('apiKeys')
    .set(change)
    .where('tenantId', '=', tenantId)
    .where('keyId', '=', keyId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The names of those lines that exist. */
export async function namesOfLines(
  db: Queries,
  tenantId: TenantId,
  ids: readonly NumberId[],
): Promise<Map<NumberId, string>> {
  const rows = await db
    .selectFrom('lines')
    .select(['numberId', 'name'])
    .where('tenantId', '=', tenantId)
    .where('numberId', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ numberId, name }) => [numberId, name]))
}

/** The line of a chat. Null: there is no such chat. */
export async function lineOfChat(
  db: Queries,
  { tenantId, chatId }: { tenantId: TenantId; chatId: ChatId },
): Promise<NumberId | null> {
  const row = await db
    .selectFrom('chats')
    .select('numberId')
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId)
    .executeTakeFirst()
  return row?.numberId ?? null
}
