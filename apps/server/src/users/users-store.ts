import type { TenantId, UserId, UserRole } from '@partyline/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

type UserTable = {
  tenant_id: TenantId
  user_id: UserId
  name: string
  email: string | null
  role: UserRole
  disabled: boolean
  left_directory_at: Date | null
  created_at: Date
}
export type UserRow = Selectable<UserTable>

const tables = (db: Queries) => db.withTables<{ users: UserTable }>()

/** Far more people than share one line. */
const MOST_USERS = 5_000

/** False where the person is a user already. */
export async function insertUser(db: Queries, user: UserRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export function findUser(db: Queries, tenantId: TenantId, userId: UserId): Promise<UserRow | undefined> {
  return tables(db)
    .selectFrom('users')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export function listUsers(db: Queries, tenantId: TenantId): Promise<UserRow[]> {
  return tables(db)
    .selectFrom('users')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy(sql`lower(name)`)
    .orderBy('user_id')
    .limit(MOST_USERS)
    .execute()
}

/** Those of the people who are users. */
export async function findUserIds(db: Queries, tenantId: TenantId, userIds: UserId[]): Promise<UserId[]> {
  if (userIds.length === 0) return []
  const rows = await tables(db)
    .selectFrom('users')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', 'in', userIds)
    .execute()
  return rows.map((row) => row.user_id)
}

/** The accounts of these people are enabled. */
export async function noteReturned(db: Queries, tenantId: TenantId, userIds: UserId[]): Promise<void> {
  if (userIds.length === 0) return
  await tables(db)
    .updateTable('users')
    .set({ left_directory_at: null })
    .where('tenant_id', '=', tenantId)
    .where('user_id', 'in', userIds)
    .where('left_directory_at', 'is not', null)
    .execute()
}

/** Users whose name has a word that begins with the term, or whose address begins with it. */
export function findUsersByTerm(
  db: Queries,
  tenantId: TenantId,
  { term, most }: { term: string; most: number },
): Promise<UserRow[]> {
  const start = `${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return tables(db)
    .selectFrom('users')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where((is) => is.or([is('name', 'ilike', start), is('name', 'ilike', `% ${start}`), is('email', 'ilike', start)]))
    .orderBy(sql`lower(name)`)
    .orderBy('user_id')
    .limit(most)
    .execute()
}

/** What it is until the transaction ends. */
export function lockUser(trx: Queries, tenantId: TenantId, userId: UserId): Promise<UserRow | undefined> {
  return tables(trx)
    .selectFrom('users')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whoever takes an Admin away holds these rows until the end of the transaction, so that two cannot do it at once. */
export async function lockEnabledAdmins(db: Queries, tenantId: TenantId): Promise<UserId[]> {
  const rows = await tables(db)
    .selectFrom('users')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'Admin')
    .where('disabled', '=', false)
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.user_id)
}

type UserChange = Partial<Pick<UserRow, 'name' | 'email' | 'role' | 'disabled' | 'left_directory_at'>>

export async function updateUser(
  db: Queries,
  { tenantId, userId }: { tenantId: TenantId; userId: UserId },
  change: UserChange,
): Promise<void> {
  await tables(db)
    .updateTable('users')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}
