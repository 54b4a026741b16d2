import type { SessionId, TenantId, UserId } from '@partyline/contract'
import { expressionBuilder, sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../../../database/index.ts'
import type { Queries } from '../../platform/index.ts'

type SessionTable = Selectable<Tables['sessions']>

/** A session with its person, read in one query because every call of the API needs it. */
export type SessionRow = Pick<SessionTable, 'tenantId' | 'sessionId' | 'userId' | 'provedAt' | 'expiresAt'> &
  Pick<Selectable<Tables['users']>, 'name' | 'email' | 'role' | 'enabled'> & { suspended: boolean }

export async function insertSession(db: Queries, session: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

type Key = { tenantId: TenantId; sessionId: SessionId }

/** Sessions with their people. */
function selectSessions(db: Queries) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.onRef('u.tenantId', '=', 's.tenantId').onRef('u.userId', '=', 's.userId'))
    .innerJoin('tenants as t', 't.tenantId', 's.tenantId')
    .select(['s.tenantId', 's.sessionId', 's.userId', 's.provedAt', 's.expiresAt'])
    .select(['u.name', 'u.email', 'u.role', 'u.enabled', 't.suspended'])
}

export async function findSession(db: Queries, { tenantId, sessionId }: Key): Promise<SessionRow | null> {
  const row = await selectSessions(db)
    .where('s.tenantId', '=', tenantId)
    .where('s.sessionId', '=', sessionId)
    .executeTakeFirst()
  return row ?? null
}

/** A token, or the one before it if that was replaced later than `renewedAfter`. */
type TokenQuery = { tokenHash: Buffer; renewedAfter: Date }

const hasToken = ({ tokenHash, renewedAfter }: TokenQuery) => {
  const { eb, or } = expressionBuilder<Tables, 'sessions'>()
  return or([
    eb('tokenHash', '=', tokenHash),
    eb('previousTokenHash', '=', tokenHash).and('renewedAt', '>', renewedAfter),
  ])
}

export async function findSessionByToken(db: Queries, token: TokenQuery): Promise<SessionRow | null> {
  const row = await selectSessions(db).where(hasToken(token)).executeTakeFirst()
  return row ?? null
}

/** The sessions that exist. */
export async function findSessions(db: Queries, keys: readonly Key[]): Promise<SessionRow[]> {
  const asked = sql<Key>`unnest(${keys.map(({ tenantId }) => tenantId)}::uuid[],
    ${keys.map(({ sessionId }) => sessionId)}::uuid[])`
  return selectSessions(db)
    .innerJoin(asked.as<'asked'>(sql`asked (tenant_id, session_id)`), (join) =>
      join.onRef('asked.tenantId', '=', 's.tenantId').onRef('asked.sessionId', '=', 's.sessionId'),
    )
    .execute()
}

export async function findSuspendedSessions(db: Queries, tenantId: TenantId): Promise<SessionId[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('tenants as t', 't.tenantId', 's.tenantId')
    .innerJoin('users as u', (join) => join.onRef('u.tenantId', '=', 's.tenantId').onRef('u.userId', '=', 's.userId'))
    .select('s.sessionId')
    .where('s.tenantId', '=', tenantId)
    .where('t.suspended', '=', true)
    .where('u.role', '=', 'User')
    .execute()
  return rows.map(({ sessionId }) => sessionId)
}

type Use = TokenQuery & { now: Date; expiresAt: Date }

/** Moves the end of a session that has not ended yet. `isCurrent`: it was found by its token, not by the one before. */
export async function extendSession(db: Queries, use: Use): Promise<(SessionRow & { isCurrent: boolean }) | null> {
  const row = await db
    .with('used', (with_) =>
      with_
        .updateTable('sessions')
        .set({ expiresAt: use.expiresAt })
        .where(hasToken(use))
        .where('expiresAt', '>', use.now)
        .returning(['tenantId', 'sessionId', 'userId', 'provedAt', 'expiresAt'])
        .returning((eb) => eb('tokenHash', '=', use.tokenHash).$castTo<boolean>().as('isCurrent')),
    )
    .selectFrom('used as s')
    .innerJoin('users as u', (join) => join.onRef('u.tenantId', '=', 's.tenantId').onRef('u.userId', '=', 's.userId'))
    .innerJoin('tenants as t', 't.tenantId', 's.tenantId')
    .select(['s.tenantId', 's.sessionId', 's.userId', 's.provedAt', 's.expiresAt', 's.isCurrent'])
    .select(['u.name', 'u.email', 'u.role', 'u.enabled', 't.suspended'])
    .executeTakeFirst()
  return row ?? null
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

/** Restarts a person's session under another token. False if it has ended, or is someone else's. */
export async function renewSession(trx: Queries, renewal: Renewal): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set((eb) => ({
      tokenHash: renewal.newTokenHash,
      previousTokenHash: eb.ref('tokenHash'),
      renewedAt: renewal.now,
      provedAt: eb.fn('greatest', ['provedAt', eb.val(renewal.provedAt)]),
      expiresAt: renewal.expiresAt,
    }))
    .where('tokenHash', '=', renewal.tokenHash)
    .where('tenantId', '=', renewal.tenantId)
    .where('userId', '=', renewal.userId)
    .where('expiresAt', '>', renewal.now)
    .where('provedAt', '>', renewal.provedAfter)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The session's person and tenant. */
export type NamedSession = Pick<SessionTable, 'tenantId' | 'sessionId' | 'userId' | 'userAgent'>
const NAMED = ['tenantId', 'sessionId', 'userId', 'userAgent'] as const

export async function deleteSession(db: Queries, token: TokenQuery): Promise<NamedSession | null> {
  const row = await db.deleteFrom('sessions').where(hasToken(token)).returning(NAMED).executeTakeFirst()
  return row ?? null
}

export async function deleteSessionsOf(db: Queries, { tenantId, userId }: Person): Promise<SessionId[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .returning('sessionId')
    .execute()
  return rows.map(({ sessionId }) => sessionId)
}

type OwnSessionRow = Pick<SessionTable, 'sessionId' | 'userAgent' | 'createdAt' | 'expiresAt'>
type Person = { tenantId: TenantId; userId: UserId }

/** Newest first. */
export function listSessions(
  db: Queries,
  { tenantId, userId }: Person,
  { now, provedAfter, most }: { now: Date; provedAfter: Date; most: number },
): Promise<OwnSessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['sessionId', 'userAgent', 'createdAt', 'expiresAt'])
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .where('provedAt', '>', provedAfter)
    .orderBy('createdAt', 'desc')
    .orderBy('sessionId')
    .limit(most)
    .execute()
}

/** Null if the person has no such session. */
export async function deleteOwnSession(
  db: Queries,
  { tenantId, userId }: Person,
  sessionId: SessionId,
): Promise<NamedSession | null> {
  const row = await db
    .deleteFrom('sessions')
    .where('tenantId', '=', tenantId)
    .where('sessionId', '=', sessionId)
    .where('userId', '=', userId)
    .returning(NAMED)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteEndedSessions(db: Queries, { now, provedAfter }: { now: Date; provedAfter: Date }) {
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('expiresAt', '<=', now), is('provedAt', '<=', provedAfter)]))
    .execute()
}

/** When the directory vouched for the person of a session; null if it has ended. */
export async function findProof(db: Queries, { tenantId, sessionId }: Key): Promise<Date | null> {
  const row = await db
    .selectFrom('sessions')
    .select('provedAt')
    .where('tenantId', '=', tenantId)
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  return row?.provedAt ?? null
}
