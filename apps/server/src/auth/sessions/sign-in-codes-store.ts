import type { TenantId, UserId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../database/index.ts'
import type { Queries } from '../../platform/index.ts'

type CodeRow = Selectable<Tables['signInCodes']>

export async function insertCode(db: Queries, code: CodeRow): Promise<void> {
  await db.insertInto('signInCodes').values(code).execute()
}

export async function findCode(db: Queries, codeHash: Buffer): Promise<CodeRow | null> {
  const row = await db.selectFrom('signInCodes').selectAll().where('codeHash', '=', codeHash).executeTakeFirst()
  return row ?? null
}

/** If several requests use the same code at once, only one gets the row. */
export async function deleteCode(db: Queries, codeHash: Buffer): Promise<CodeRow | null> {
  const row = await db.deleteFrom('signInCodes').where('codeHash', '=', codeHash).returningAll().executeTakeFirst()
  return row ?? null
}

export async function deleteCodesOf(
  db: Queries,
  { tenantId, userId }: { tenantId: TenantId; userId: UserId },
): Promise<void> {
  await db.deleteFrom('signInCodes').where('tenantId', '=', tenantId).where('userId', '=', userId).execute()
}

export async function deleteExpiredCodes(db: Queries, now: Date): Promise<void> {
  await db.deleteFrom('signInCodes').where('expiresAt', '<=', now).execute()
}
