import { createHash, randomBytes } from 'node:crypto'
import type { OwnSession, SessionId, TenantId, UserId } from '@partyline/contract'
import { recordDeed } from '../../audit/index.ts'
import { AppError, createFreshCache, newId } from '../../platform/index.ts'
import type { Clock, Database, Queries, Topic } from '../../platform/index.ts'
import { deviceOf } from './device.ts'
import {
  deleteExpiredSessions,
  deleteOwnSession,
  deleteSession,
  deleteSessionsOf,
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
const SESSION_MS = 30 * DAY_MS
const TOKEN_BYTES = 32
const USER_AGENT_LENGTH = 300
const MOST_LISTED = 100

/** Sessions that ended on this process; their hub connections have to go. */
export type SessionsEnded = { tenantId: TenantId; sessionIds: SessionId[] }

/** A living session of a person who may use Partyline, or at least read it. */
export type LiveSession = Omit<SessionRow, 'disabled'>

type Person = { tenantId: TenantId; userId: UserId }
/** Somebody for whom the directory vouched at that time. */
export type ProvedPerson = Person & { provedAt: Date }
type SessionKey = { tenantId: TenantId; sessionId: SessionId }

export type Sessions = {
  /** Answers with the token for the cookie; only its hash is kept. Null for somebody who was shut out meanwhile. */
  start(person: ProvedPerson, userAgent: string): Promise<{ token: string; expiresAt: Date } | null>
  /** Who holds this token; the session lives on for another 30 days. */
  renew(token: string): Promise<LiveSession | null>
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
  const expiry = () => new Date(clock.now().getTime() + SESSION_MS)

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
      await deleteExpiredSessions(database.queries, clock.now())
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const expiresAt = expiry()
      const session = {
        tenant_id: tenantId,
        session_id: newId<SessionId>(),
        user_id: userId,
        token_hash: hashOf(token),
        user_agent: userAgent.slice(0, USER_AGENT_LENGTH),
        created_at: clock.now(),
        expires_at: expiresAt,
      }
      const hasStarted = await database.transaction(async (trx) => {
        if (!(await mayStart(trx, { tenantId, userId, provedAt }))) return false
        await insertSession(trx, session)
        await record(trx, session, 'signedIn')
        return true
      })
      return hasStarted ? { token, expiresAt } : null
    },
    async renew(token) {
      const renewal = { tokenHash: hashOf(token), now: clock.now(), expiresAt: expiry() }
      return living(await renewSession(database.queries, renewal), clock.now())
    },
    find: async (token) => living(await findSessionByToken(database.queries, hashOf(token)), clock.now()),
    ofUsers: (tenantId) => findSessionsOfUsers(database.queries, tenantId),
    async whichLive(keys) {
      const now = clock.now()
      const rows = await findSessions(database.queries, keys)
      return new Set(rows.filter((row) => living(row, now)).map((row) => row.session_id))
    },
    check: async (key) => living(await cache.get(key), clock.now()),
    async end(token, how) {
      const row = await database.transaction(async (trx) => {
        const deleted = await deleteSession(trx, hashOf(token))
        if (deleted) await record(trx, deleted, how)
        return deleted
      })
      if (row) announceEnd({ tenantId: row.tenant_id, sessionIds: [row.session_id] })
    },
    async list(person) {
      const rows = await listSessions(database.queries, person, { now: clock.now(), most: MOST_LISTED })
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
  if (!row || row.expires_at <= now || row.disabled) return null
  return row.suspended && row.role !== 'Admin' ? null : row
}

/** What is kept of a secret that a browser holds. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
