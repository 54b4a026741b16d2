import type { TenantId, UserId } from '@partyline/contract'
import type { Queries } from '../../platform/index.ts'

type CodeTable = { tenant_id: TenantId; code_hash: Buffer; user_id: UserId; proved_at: Date; expires_at: Date }

const tables = (db: Queries) => db.withTables<{ sign_in_codes: CodeTable }>()

export async function insertCode(db: Queries, code: CodeTable): Promise<void> {
  await tables(db).insertInto('sign_in_codes').values(code).execute()
}

/** Of several who hand in the same code at once, one gets the row. */
export function deleteCode(db: Queries, codeHash: Buffer): Promise<CodeTable | undefined> {
  return tables(db).deleteFrom('sign_in_codes').where('code_hash', '=', codeHash).returningAll().executeTakeFirst()
}

export async function deleteCodesOf(
  db: Queries,
  { tenantId, userId }: { tenantId: TenantId; userId: UserId },
): Promise<void> {
  await tables(db).deleteFrom('sign_in_codes').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute()
}

export async function deleteExpiredCodes(db: Queries, now: Date): Promise<void> {
  await tables(db).deleteFrom('sign_in_codes').where('expires_at', '<=', now).execute()
}
