import { createHash, randomBytes } from 'node:crypto'
import type { OwnSession, SessionId, TenantId, UserId } from '@partyline/contract'
import { recordDeed } from '../../audit/index.ts'
import { AppError, createFreshCache, newId } from '../../platform/index.ts'
import type { Clock, Database, Queries, Topic } from '../../platform/index.ts'
import { deviceOf } from './device.ts'
import {
  deleteEndedSessions,
  deleteOwnSession,
  deleteSession,
  deleteSessionsOf,
  extendSession,
  findProof,
  findSession,
  findSessionByToken,
  findSessions,
  findSessionsOfUsers,
  insertSession,
  listSessions,
  mayStart,
  renewSession,
} from './session-store.ts'
import type { NamedSession, SessionRow } from './session-store.ts'
import { deleteCodesOf } from './sign-in-codes-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** From its last use. */
const SESSION_MS = 30 * DAY_MS
/** From the moment at which the directory vouched for the person, however much the session is used. */
const PROOF_MS = 90 * DAY_MS
/** Requests on their way while a session is renewed carry its former token, and are answered. */
const FORMER_TOKEN_MS = 2 * 60_000
const TOKEN_BYTES = 32
const USER_AGENT_LENGTH = 300
const MOST_LISTED = 100

/** Sessions that ended on this process; their hub connections have to go. */
export type SessionsEnded = { tenantId: TenantId; sessionIds: SessionId[] }

/** A living session of a person who may use Partyline, or at least read it. */
export type LiveSession = Omit<SessionRow, 'disabled'>

/** When the directory has to have vouched for the person again. */
export function renewByOf({ proved_at: provedAt }: Pick<LiveSession, 'proved_at'>): Date {
  return new Date(provedAt.getTime() + PROOF_MS)
}

/** When the session ends unless it is used, or renewed. */
export function endOf(session: Pick<LiveSession, 'proved_at' | 'expires_at'>): Date {
  const renewBy = renewByOf(session)
  return session.expires_at < renewBy ? session.expires_at : renewBy
}

type Person = { tenantId: TenantId; userId: UserId }
/** Somebody for whom the directory vouched at that time. */
export type ProvedPerson = Person & { provedAt: Date }
type SessionKey = { tenantId: TenantId; sessionId: SessionId }

export type Sessions = {
  /** Answers with the token for the cookie; only its hash is kept. Null for somebody who was shut out meanwhile. */
  start(person: ProvedPerson, userAgent: string): Promise<{ token: string; expiresAt: Date } | null>
  /** Who holds this token; the session is used and lives on. `isCurrent`: there is no newer token. */
  use(token: string): Promise<(LiveSession & { isCurrent: boolean }) | null>
  /**
   * The directory has vouched for the session's person again: the session goes on as if it were new, under another token.
   * Null if it has ended, is another person's, or its person was shut out meanwhile.
   */
  renew(token: string, person: ProvedPerson): Promise<{ token: string; expiresAt: Date } | null>
  /** When the directory vouched for the session's person; null where it has ended. */
  provedAt(session: SessionKey): Promise<Date | null>
  /** Who holds this token. */
  find(token: string): Promise<LiveSession | null>
  /** The session if it lives, at most half a second ago. */
  check(session: SessionKey): Promise<LiveSession | null>
  /** Which of the sessions let somebody in right now. Asks the database once. */
  whichLive(keys: readonly SessionKey[]): Promise<ReadonlySet<SessionId>>
  /** The sessions of a tenant's Users, which live on when the tenant is suspended, but let nobody in. */
  ofUsers(tenantId: TenantId): Promise<SessionId[]>
  /** Ends the session of a token. One that names no session is nothing to complain about. */
  end(token: string, how: 'signedOut' | 'sessionEnded'): Promise<void>
  /** Where the person is signed in, newest first. */
  list(person: Person): Promise<Omit<OwnSession, 'current'>[]>
  /**
   * Signs the person out in one place.
   * @throws {AppError} `not-found`, also for somebody else's session
   */
  endOne(person: Person, sessionId: SessionId): Promise<void>
  /** The person signs out everywhere. */
  signOutEverywhere(person: Person): Promise<void>
  /**
   * Ends what lets somebody in, in the transaction that shuts them out: nothing of it comes back when they are let in
   * again. `announceEnd` tells everybody, after the commit.
   */
  shutOut(trx: Queries, person: Person): Promise<{ ended: number; announceEnd: () => void }>
}

type Parts = { database: Database; clock: Clock; ended: Topic<SessionsEnded> }

export function createSessions({ database, clock, ended }: Parts): Sessions {
  const cache = createFreshCache({
    clock,
    nameOf: ({ tenantId, sessionId }: SessionKey) => `${tenantId}/${sessionId}`,
    find: (key) => findSession(database.queries, key),
  })
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const expiry = () => ago(-SESSION_MS)
  const queryOf = (token: string) => ({ tokenHash: hashOf(token), renewedAfter: ago(FORMER_TOKEN_MS) })

  function record(trx: Queries, row: NamedSession, kind: 'signedIn' | 'signedOut' | 'sessionEnded') {
    const { tenant_id: tenantId, user_id: userId } = row
    return recordDeed(trx, { tenantId, userId }, { kind, at: clock.now(), subject: deviceOf(row.user_agent) })
  }

  function announceEnd(news: SessionsEnded) {
    for (const sessionId of news.sessionIds) cache.forget({ tenantId: news.tenantId, sessionId })
    if (news.sessionIds.length > 0) ended.publish(news)
  }

  return {
    async start({ tenantId, userId, provedAt }, userAgent) {
      await deleteEndedSessions(database.queries, { now: clock.now(), provedAfter: ago(PROOF_MS) })
      const token = newToken()
      const expiresAt = expiry()
      const session = {
        tenant_id: tenantId,
        session_id: newId<SessionId>(),
        user_id: userId,
        token_hash: hashOf(token),
        user_agent: userAgent.slice(0, USER_AGENT_LENGTH),
        created_at: clock.now(),
        proved_at: provedAt,
        expires_at: expiresAt,
      }
      const hasStarted = await database.transaction(async (trx) => {
        if (!(await mayStart(trx, { tenantId, userId, provedAt }))) return false
        await insertSession(trx, session)
        await record(trx, session, 'signedIn')
        return true
      })
      return hasStarted ? { token, expiresAt: endOf(session) } : null
    },
    async use(token) {
      const now = clock.now()
      const row = await extendSession(database.queries, { ...queryOf(token), now, expiresAt: expiry() })
      const session = living(row, now)
      return session && { ...session, isCurrent: row?.isCurrent === true }
    },
    async renew(token, { tenantId, userId, provedAt }) {
      const next = newToken()
      const renewal = {
        tenantId,
        userId,
        tokenHash: hashOf(token),
        newTokenHash: hashOf(next),
        now: clock.now(),
        provedAt,
        provedAfter: ago(PROOF_MS),
        expiresAt: expiry(),
      }
      const isRenewed = await database.transaction(
        async (trx) => (await mayStart(trx, { tenantId, userId, provedAt })) && renewSession(trx, renewal),
      )
      return isRenewed
        ? { token: next, expiresAt: endOf({ proved_at: provedAt, expires_at: renewal.expiresAt }) }
        : null
    },
    provedAt: async (session) => (await findProof(database.queries, session)) ?? null,
    find: async (token) => living(await findSessionByToken(database.queries, queryOf(token)), clock.now()),
    ofUsers: (tenantId) => findSessionsOfUsers(database.queries, tenantId),
    async whichLive(keys) {
      const now = clock.now()
      const rows = await findSessions(database.queries, keys)
      return new Set(rows.filter((row) => living(row, now)).map((row) => row.session_id))
    },
    check: async (key) => living(await cache.get(key), clock.now()),
    async end(token, how) {
      const row = await database.transaction(async (trx) => {
        const deleted = await deleteSession(trx, queryOf(token))
        if (deleted) await record(trx, deleted, how)
        return deleted
      })
      if (row) announceEnd({ tenantId: row.tenant_id, sessionIds: [row.session_id] })
    },
    async list(person) {
      const rows = await listSessions(database.queries, person, {
        now: clock.now(),
        provedAfter: ago(PROOF_MS),
        most: MOST_LISTED,
      })
      return rows.map((row) => ({
        id: row.session_id,
        device: deviceOf(row.user_agent),
        startedOn: row.created_at.toISOString(),
        // Its end was moved when it was seen last.
        seenOn: new Date(row.expires_at.getTime() - SESSION_MS).toISOString(),
      }))
    },
    async endOne(person, sessionId) {
      await database.transaction(async (trx) => {
        const deleted = await deleteOwnSession(trx, person, sessionId)
        if (!deleted) throw new AppError('not-found')
        await record(trx, deleted, 'sessionEnded')
      })
      announceEnd({ tenantId: person.tenantId, sessionIds: [sessionId] })
    },
    async signOutEverywhere(person) {
      const sessionIds = await database.transaction(async (trx) => {
        await recordDeed(trx, person, { kind: 'sessionsEnded', at: clock.now() })
        return deleteSessionsOf(trx, person)
      })
      announceEnd({ tenantId: person.tenantId, sessionIds })
    },
    async shutOut(trx, person) {
      await deleteCodesOf(trx, person)
      const sessionIds = await deleteSessionsOf(trx, person)
      return {
        ended: sessionIds.length,
        announceEnd: () => announceEnd({ tenantId: person.tenantId, sessionIds }),
      }
    },
  }
}

/** Disabled people are out; of a suspended tenant only the Admins are left (decisions 2.2). */
function living(row: SessionRow | undefined, now: Date): LiveSession | null {
  if (!row || endOf(row) <= now || row.disabled) return null
  return row.suspended && row.role !== 'Admin' ? null : row
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is kept of a secret that a browser holds. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
