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
  /** When the directory last vouched for the person. */
  proved_at: Date
  /** When it ends unless it is used. */
  expires_at: Date
}

const tables = (db: Queries) => db.withTables<{ sessions: SessionTable }>()

/** A session with its person, read in one query because every call of the API needs it. */
export type SessionRow = Pick<SessionTable, 'tenant_id' | 'session_id' | 'user_id' | 'proved_at' | 'expires_at'> & {
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
    select tenant_id, session_id, user_id, s.proved_at, s.expires_at, u.name, u.email, u.role, u.disabled, t.suspended
    from sessions s join users u using (tenant_id, user_id) join tenants t using (tenant_id)
    where tenant_id = ${tenantId} and session_id = ${sessionId}`.execute(db)
  return rows[0]
}

/** A token, or the one before it if that was replaced later than `renewedAfter`. */
type TokenQuery = { tokenHash: Buffer; renewedAfter: Date }

const hasToken = ({ tokenHash, renewedAfter }: TokenQuery) =>
  sql<boolean>`(token_hash = ${tokenHash} or (previous_token_hash = ${tokenHash} and renewed_at > ${renewedAfter}))`

export async function findSessionByToken(db: Queries, token: TokenQuery): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select tenant_id, session_id, user_id, s.proved_at, s.expires_at, u.name, u.email, u.role, u.disabled, t.suspended
    from sessions s join users u using (tenant_id, user_id) join tenants t using (tenant_id)
    where ${hasToken(token)}`.execute(db)
  return rows[0]
}

/** Those of the sessions that are kept. */
export async function findSessions(db: Queries, keys: readonly Key[]): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select tenant_id, session_id, user_id, s.proved_at, s.expires_at, u.name, u.email, u.role, u.disabled, t.suspended
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

type Use = TokenQuery & { now: Date; expiresAt: Date }

/** Moves the end of a session that has not ended yet. `isCurrent`: it was found by its token, not by the one before. */
export async function extendSession(db: Queries, use: Use): Promise<(SessionRow & { isCurrent: boolean }) | undefined> {
  const { rows } = await sql<SessionRow & { isCurrent: boolean }>`
    with used as (
      update sessions set expires_at = ${use.expiresAt}
      where ${hasToken(use)} and expires_at > ${use.now}
      returning tenant_id, session_id, user_id, proved_at, expires_at, token_hash = ${use.tokenHash} as "isCurrent"
    )
    select tenant_id, session_id, user_id, s.proved_at, s.expires_at, "isCurrent", u.name, u.email, u.role, u.disabled,
      t.suspended
    from used s join users u using (tenant_id, user_id) join tenants t using (tenant_id)`.execute(db)
  return rows[0]
}

type Renewal = Person & {
  tokenHash: Buffer
  newTokenHash: Buffer
  now: Date
  provedAt: Date
  /** A proof that is not newer has nothing to renew any more. */
  provedAfter: Date
  expiresAt: Date
}

/** Begins a person's session anew under another token. False if it has ended, or is somebody else's. */
export async function renewSession(trx: Queries, renewal: Renewal): Promise<boolean> {
  const { rows } = await sql`
    update sessions set token_hash = ${renewal.newTokenHash}, previous_token_hash = token_hash,
      renewed_at = ${renewal.now}, proved_at = greatest(proved_at, ${renewal.provedAt}), expires_at = ${renewal.expiresAt}
    where token_hash = ${renewal.tokenHash} and tenant_id = ${renewal.tenantId} and user_id = ${renewal.userId}
      and expires_at > ${renewal.now} and proved_at > ${renewal.provedAfter}
    returning 1`.execute(trx)
  return rows.length > 0
}

/** Whose session it is, and where. */
export type NamedSession = Pick<SessionTable, 'tenant_id' | 'session_id' | 'user_id' | 'user_agent'>
const NAMED = ['tenant_id', 'session_id', 'user_id', 'user_agent'] as const

export function deleteSession(db: Queries, token: TokenQuery): Promise<NamedSession | undefined> {
  return tables(db).deleteFrom('sessions').where(hasToken(token)).returning(NAMED).executeTakeFirst()
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
  { now, provedAfter, most }: { now: Date; provedAfter: Date; most: number },
): Promise<OwnSessionRow[]> {
  return tables(db)
    .selectFrom('sessions')
    .select(['session_id', 'user_agent', 'created_at', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('proved_at', '>', provedAfter)
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

export async function deleteEndedSessions(db: Queries, { now, provedAfter }: { now: Date; provedAfter: Date }) {
  await tables(db)
    .deleteFrom('sessions')
    .where((is) => is.or([is('expires_at', '<=', now), is('proved_at', '<=', provedAfter)]))
    .execute()
}

/** When the directory vouched for the person of a session; undefined where it has ended. */
export async function findProof(db: Queries, { tenantId, sessionId }: Key): Promise<Date | undefined> {
  const { rows } = await sql<{ provedAt: Date }>`
    select proved_at as "provedAt" from sessions
    where tenant_id = ${tenantId} and session_id = ${sessionId}`.execute(db)
  return rows[0]?.provedAt
}
