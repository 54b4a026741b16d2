import { createHash, randomBytes } from 'node:crypto'
import type { OwnSession, SessionId, TenantId, UserId } from '@partyline/contract'
import { recordAuditEntry } from '../../audit/index.ts'
import { AppError, createFreshCache, isStorageFull, newId } from '../../platform/index.ts'
import type { Clock, Database, Queries, Topic } from '../../platform/index.ts'
import { mayHaveSession } from '../../users/index.ts'
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
  findSuspendedSessions,
  insertSession,
  listSessions,
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
const MAX_LISTED = 100

/** Sessions that ended on this process; their hub connections have to go. */
export type SessionsEnded = { tenantId: TenantId; sessionIds: SessionId[] }

/** A living session of a person who may use Partyline, or at least read it. */
export type LiveSession = Omit<SessionRow, 'enabled'>

/** When the directory has to have vouched for the person again. */
export function renewByOf({ provedAt }: Pick<LiveSession, 'provedAt'>): Date {
  return new Date(provedAt.getTime() + PROOF_MS)
}

/** When the session ends unless it is used, or renewed. */
export function endOf(session: Pick<LiveSession, 'provedAt' | 'expiresAt'>): Date {
  const renewBy = renewByOf(session)
  return session.expiresAt < renewBy ? session.expiresAt : renewBy
}

type Person = { tenantId: TenantId; userId: UserId }
/** A person whom the directory authenticated at that time. */
export type ProvedPerson = Person & { provedAt: Date }

/** Lets a person in, as part of the transaction in which their session starts. Null: they may not come in. */
export type Admit = (trx: Queries) => Promise<Admission | null>
/** `announce` is for after the commit. */
type Admission = { announce(): void }

/** `formerToken`: of the session that the browser has had until now, which ends. */
type Start = { admit?: Admit; formerToken?: string | undefined }

type SessionKey = { tenantId: TenantId; sessionId: SessionId }

export type Sessions = {
  /**
   * Returns the token for the cookie; only its hash is stored. Null if the person has no access, or has lost it since.
   */
  start(person: ProvedPerson, userAgent: string, options?: Start): Promise<{ token: string; expiresAt: Date } | null>
  /** The holder of this token. Extends the session. `isCurrent`: there is no newer token. */
  use(token: string): Promise<(LiveSession & { isCurrent: boolean }) | null>
  /**
   * The directory has authenticated the session's person again: restarts the session under another token.
   * Null if it has ended, belongs to someone else, or its person has lost access.
   */
  renew(token: string, person: ProvedPerson, admit?: Admit): Promise<{ token: string; expiresAt: Date } | null>
  /** When the directory last authenticated the session's person; null if the session has ended. */
  provedAt(session: SessionKey): Promise<Date | null>
  /** The holder of this token. */
  find(token: string): Promise<LiveSession | null>
  /** The session if it is live; up to half a second old. */
  check(session: SessionKey): Promise<LiveSession | null>
  /** The same as the database has it now. */
  checkNow(session: SessionKey): Promise<LiveSession | null>
  /** The sessions that currently grant access. Queries the database once. */
  whichLive(keys: readonly SessionKey[]): Promise<ReadonlySet<SessionId>>
  /** The sessions of a suspended tenant's Users, which still exist but grant no access. None if it was reinstated. */
  suspended(tenantId: TenantId): Promise<SessionId[]>
  /** Signs out the session of a token. An unknown token is ignored. */
  signOut(token: string): Promise<void>
  /** Where the person is signed in, newest first. */
  list(person: Person): Promise<Omit<OwnSession, 'current'>[]>
  /**
   * Signs the person out in one place.
   * @throws {AppError} `not-found`, also for someone else's session
   */
  endOne(person: Person, sessionId: SessionId): Promise<void>
  /** The person signs out everywhere. */
  signOutEverywhere(person: Person): Promise<void>
  /**
   * Ends what lets somebody in, in the transaction that shuts them out: nothing of it comes back when they are let in
   * again. `announceEnd` notifies all processes, after the commit.
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

  /** On a full disk, people can still read: the session is not extended. */
  async function extend(token: string, now: Date) {
    try {
      return await extendSession(database.queries, { ...queryOf(token), now, expiresAt: expiry() })
    } catch (error) {
      if (!isStorageFull(error)) throw error
      const row = await findSessionByToken(database.queries, queryOf(token))
      return row && { ...row, isCurrent: false }
    }
  }

  function record(trx: Queries, row: NamedSession, kind: 'signedIn' | 'signedOut' | 'sessionEnded') {
    const { tenantId, userId } = row
    return recordAuditEntry(trx, { tenantId, userId }, { kind, at: clock.now(), subject: deviceOf(row.userAgent) })
  }

  function announceEnd(news: SessionsEnded) {
    for (const sessionId of news.sessionIds) cache.forget({ tenantId: news.tenantId, sessionId })
    if (news.sessionIds.length > 0) ended.publish(news)
  }

  return {
    async start({ tenantId, userId, provedAt }, userAgent, { admit, formerToken } = {}) {
      await deleteEndedSessions(database.queries, { now: clock.now(), provedAfter: ago(PROOF_MS) })
      const token = newToken()
      const expiresAt = expiry()
      const session = {
        tenantId,
        sessionId: newId<SessionId>(),
        userId,
        tokenHash: hashOf(token),
        userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
        createdAt: clock.now(),
        provedAt,
        expiresAt,
      }
      const started = await database.transaction(async (trx) => {
        const admission = admit && (await admit(trx))
        if (admission === null || !(await mayHaveSession(trx, { tenantId, userId }))) return null
        await insertSession(trx, session)
        await record(trx, session, 'signedIn')
        const former = formerToken ? await deleteSession(trx, queryOf(formerToken)) : undefined
        if (former) await record(trx, former, 'sessionEnded')
        return { admission, former }
      })
      if (!started) return null
      const { admission, former } = started
      admission?.announce()
      if (former) announceEnd({ tenantId: former.tenantId, sessionIds: [former.sessionId] })
      return { token, expiresAt: endOf(session) }
    },
    async use(token) {
      const now = clock.now()
      const row = await extend(token, now)
      const session = living(row, now)
      return session && { ...session, isCurrent: row?.isCurrent === true }
    },
    async renew(token, { tenantId, userId, provedAt }, admit) {
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
      const isRenewed = await database.transaction(async (trx) => {
        if (!(await mayHaveSession(trx, { tenantId, userId }))) return false
        const isAdmitted = !admit || (await admit(trx)) !== null
        return isAdmitted && renewSession(trx, renewal)
      })
      return isRenewed ? { token: next, expiresAt: endOf({ provedAt, expiresAt: renewal.expiresAt }) } : null
    },
    provedAt: (session) => findProof(database.queries, session),
    find: async (token) => living(await findSessionByToken(database.queries, queryOf(token)), clock.now()),
    suspended: (tenantId) => findSuspendedSessions(database.queries, tenantId),
    async whichLive(keys) {
      const now = clock.now()
      const rows = await findSessions(database.queries, keys)
      return new Set(rows.filter((row) => living(row, now)).map((row) => row.sessionId))
    },
    check: async (key) => living(await cache.get(key), clock.now()),
    async checkNow(key) {
      cache.forget(key)
      return living(await cache.get(key), clock.now())
    },
    async signOut(token) {
      const row = await database.transaction(async (trx) => {
        const deleted = await deleteSession(trx, queryOf(token))
        if (deleted) await record(trx, deleted, 'signedOut')
        return deleted
      })
      if (row) announceEnd({ tenantId: row.tenantId, sessionIds: [row.sessionId] })
    },
    async list(person) {
      const rows = await listSessions(database.queries, person, {
        now: clock.now(),
        provedAfter: ago(PROOF_MS),
        most: MAX_LISTED,
      })
      return rows.map((row) => ({
        id: row.sessionId,
        device: deviceOf(row.userAgent),
        startedOn: row.createdAt.toISOString(),
        // Each use moves the expiry.
        seenOn: new Date(row.expiresAt.getTime() - SESSION_MS).toISOString(),
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
        await recordAuditEntry(trx, person, { kind: 'sessionsEnded', at: clock.now() })
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

/** Disabled users have no access; in a suspended tenant, only Admins do: docs/product.md#suspended-tenants */
function living(row: SessionRow | null, now: Date): LiveSession | null {
  if (!row || endOf(row) <= now || !row.enabled) return null
  return row.suspended && row.role !== 'Admin' ? null : row
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The stored hash of a secret that a browser holds. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
