import type { SessionId, TenantId, UserId, UserRole } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/index.ts'

type SessionTable = {
  tenant_id: TenantId
  session_id: SessionId
  user_id: UserId
  token_hash: Buffer
  user_agent: string
  created_at: Date
  expires_at: Date
}

const tables = (db: Queries) => db.withTables<{ sessions: SessionTable }>()

/** A session with its person, read in one query because every call of the API needs it. */
export type SessionRow = Pick<SessionTable, 'tenant_id' | 'session_id' | 'user_id' | 'expires_at'> & {
  name: string
  email: string | null
  role: UserRole
  disabled: boolean
  suspended: boolean
}

export async function insertSession(db: Queries, session: SessionTable): Promise<void> {
  await tables(db).insertInto('sessions').values(session).execute()
}

/**
 * Whether somebody is not disabled, and has not left the directory since it vouched for them. Stays so until the
 * transaction ends: whoever shuts them out waits for it.
 */
export async function mayStart(trx: Queries, { tenantId, userId, provedAt }: Person & { provedAt: Date }) {
  const { rows } = await sql<{ disabled: boolean; leftAt: Date | null }>`
    select disabled, left_directory_at as "leftAt" from users
    where tenant_id = ${tenantId} and user_id = ${userId} for share`.execute(trx)
  const [user] = rows
  return user?.disabled === false && (user.leftAt === null || user.leftAt < provedAt)
}

type Key = { tenantId: TenantId; sessionId: SessionId }

export async function findSession(db: Queries, { tenantId, sessionId }: Key): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select tenant_id, session_id, user_id, s.expires_at, u.name, u.email, u.role, u.disabled, t.suspended
    from sessions s join users u using (tenant_id, user_id) join tenants t using (tenant_id)
    where tenant_id = ${tenantId} and session_id = ${sessionId}`.execute(db)
  return rows[0]
}

export async function findSessionByToken(db: Queries, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select tenant_id, session_id, user_id, s.expires_at, u.name, u.email, u.role, u.disabled, t.suspended
    from sessions s join users u using (tenant_id, user_id) join tenants t using (tenant_id)
    where s.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

/** Those of the sessions that are kept. */
export async function findSessions(db: Queries, keys: readonly Key[]): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select tenant_id, session_id, user_id, s.expires_at, u.name, u.email, u.role, u.disabled, t.suspended
    from unnest(${keys.map(({ tenantId }) => tenantId)}::uuid[], ${keys.map(({ sessionId }) => sessionId)}::uuid[])
      as asked (tenant_id, session_id)
    join sessions s using (tenant_id, session_id) join users u using (tenant_id, user_id)
    join tenants t using (tenant_id)`.execute(db)
  return rows
}

export async function findSessionsOfUsers(db: Queries, tenantId: TenantId): Promise<SessionId[]> {
  const { rows } = await sql<{ sessionId: SessionId }>`
    select session_id as "sessionId" from sessions join users using (tenant_id, user_id)
    where tenant_id = ${tenantId} and role = 'User'`.execute(db)
  return rows.map(({ sessionId }) => sessionId)
}

type Renewal = { tokenHash: Buffer; now: Date; expiresAt: Date }

/** Moves the end of a session that has not ended yet. */
export async function renewSession(db: Queries, renewal: Renewal): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    with renewed as (
      update sessions set expires_at = ${renewal.expiresAt}
      where token_hash = ${renewal.tokenHash} and expires_at > ${renewal.now}
      returning tenant_id, session_id, user_id, expires_at
    )
    select tenant_id, session_id, user_id, r.expires_at, u.name, u.email, u.role, u.disabled, t.suspended
    from renewed r join users u using (tenant_id, user_id) join tenants t using (tenant_id)`.execute(db)
  return rows[0]
}

/** Whose session it is, and where. */
export type NamedSession = Pick<SessionTable, 'tenant_id' | 'session_id' | 'user_id' | 'user_agent'>
const NAMED = ['tenant_id', 'session_id', 'user_id', 'user_agent'] as const

export function deleteSession(db: Queries, tokenHash: Buffer): Promise<NamedSession | undefined> {
  return tables(db).deleteFrom('sessions').where('token_hash', '=', tokenHash).returning(NAMED).executeTakeFirst()
}

export async function deleteSessionsOf(db: Queries, { tenantId, userId }: Person): Promise<SessionId[]> {
  const rows = await tables(db)
    .deleteFrom('sessions')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .returning('session_id')
    .execute()
  return rows.map((row) => row.session_id)
}

type OwnSessionRow = Pick<SessionTable, 'session_id' | 'user_agent' | 'created_at' | 'expires_at'>
type Person = { tenantId: TenantId; userId: UserId }

/** Newest first. */
export function listSessions(
  db: Queries,
  { tenantId, userId }: Person,
  { now, most }: { now: Date; most: number },
): Promise<OwnSessionRow[]> {
  return tables(db)
    .selectFrom('sessions')
    .select(['session_id', 'user_agent', 'created_at', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('session_id')
    .limit(most)
    .execute()
}

/** Undefined where the person has no such session. */
export function deleteOwnSession(
  db: Queries,
  { tenantId, userId }: Person,
  sessionId: SessionId,
): Promise<NamedSession | undefined> {
  return tables(db)
    .deleteFrom('sessions')
    .where('tenant_id', '=', tenantId)
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning(NAMED)
    .executeTakeFirst()
}

export async function deleteExpiredSessions(db: Queries, now: Date): Promise<void> {
  await tables(db).deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
