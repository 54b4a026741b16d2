import type { TenantId, UserId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../database/index.ts'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

export type UserRow = Omit<Selectable<Tables['users']>, 'words'>
/** `enabled` is generated, and everyone starts with the same notification settings. */
type NewUserRow = Omit<UserRow, 'enabled' | 'workingHours' | 'pausedUntil' | 'teamsNotifications'>

/** Far more people than ever share a line. */
const MAX_USERS = 5_000

/** False if the person is already a user. */
export async function insertUser(db: Queries, user: NewUserRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function findUser(db: Queries, tenantId: TenantId, userId: UserId): Promise<UserRow | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

export function listUsers(db: Queries, tenantId: TenantId): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .orderBy(sql`lower(name)`)
    .orderBy('userId')
    .limit(MAX_USERS)
    .execute()
}

/** The people who are users. */
export async function findUserIds(db: Queries, tenantId: TenantId, userIds: UserId[]): Promise<UserId[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select('userId')
    .where('tenantId', '=', tenantId)
    .where('userId', 'in', userIds)
    .execute()
  return rows.map((row) => row.userId)
}

/** The people who are enabled users. */
export async function findEnabled(db: Queries, tenantId: TenantId, userIds: readonly UserId[]): Promise<UserId[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select('userId')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', anyOf(userIds))
    .where('enabled', '=', true)
    .execute()
  return rows.map((row) => row.userId)
}

/** Whether each user of the tenant has left the directory. */
export async function findDirectoryStates(db: Queries, tenantId: TenantId): Promise<ReadonlyMap<UserId, boolean>> {
  const rows = await db
    .selectFrom('users')
    .select(['userId', 'leftDirectoryAt'])
    .where('tenantId', '=', tenantId)
    .orderBy('userId')
    .execute()
  return new Map(rows.map(({ userId, leftDirectoryAt }) => [userId, leftDirectoryAt !== null]))
}

/** Users whose name has a word that begins with the term, or whose address begins with it. */
export function findUsersByTerm(
  db: Queries,
  tenantId: TenantId,
  { term, most }: { term: string; most: number },
): Promise<UserRow[]> {
  const start = `${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return db
    .selectFrom('users')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where((is) => is.or([is('name', 'ilike', start), is('name', 'ilike', `% ${start}`), is('email', 'ilike', start)]))
    .orderBy(sql`lower(name)`)
    .orderBy('userId')
    .limit(most)
    .execute()
}

/** Locks the row until the transaction ends. */
export async function lockUser(trx: Queries, tenantId: TenantId, userId: UserId): Promise<UserRow | null> {
  const row = await trx
    .selectFrom('users')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Whether the user is enabled. Holds until the transaction ends: disabling them waits for it. */
export async function mayHaveSession(
  trx: Queries,
  { tenantId, userId }: { tenantId: TenantId; userId: UserId },
): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('enabled')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .forShare()
    .executeTakeFirst()
  return user?.enabled === true
}

/** Locks the Admins until the transaction ends, so that two requests cannot remove the last two at the same time. */
export async function lockEnabledAdmins(db: Queries, tenantId: TenantId): Promise<UserId[]> {
  const rows = await db
    .selectFrom('users')
    .select('userId')
    .where('tenantId', '=', tenantId)
    .where('role', '=', 'Admin')
    .where('enabled', '=', true)
    .orderBy('userId')
    .forUpdate()
    .execute()
  return rows.map((row) => row.userId)
}

/** Holds until the transaction ends: removing the role or disabling the user waits for it. */
export async function isEnabledAdmin(trx: Queries, tenantId: TenantId, userId: UserId): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('userId')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('role', '=', 'Admin')
    .where('enabled', '=', true)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

type UserChange = Partial<
  Pick<UserRow, 'name' | 'email' | 'role' | 'disabled' | 'leftDirectoryAt' | 'pausedUntil' | 'teamsNotifications'> & {
    /** JSON. */
    workingHours: string | null
  }
>

export async function updateUser(
  db: Queries,
  { tenantId, userId }: { tenantId: TenantId; userId: UserId },
  change: UserChange,
): Promise<void> {
  await db.updateTable('users').set(change).where('tenantId', '=', tenantId).where('userId', '=', userId).execute()
}
