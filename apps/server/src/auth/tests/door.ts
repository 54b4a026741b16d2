import { randomBytes } from 'node:crypto'
import { routes } from '@partyline/contract'
import type { CallName, RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import { createClient } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import type { FastifyInstance } from 'fastify'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { createAppAccess, createGraph } from '../../microsoft/index.ts'
import {
  AppError,
  createHttpServer,
  createKeyring,
  createRateLimits,
  createTopic,
  readConfig,
  realOutside,
  registerCalls,
} from '../../platform/index.ts'
import type { Database, Topic } from '../../platform/index.ts'
import { createTenants } from '../../tenants/index.ts'
import type { Tenants } from '../../tenants/index.ts'
import { createLookup, createUsers, userRoutes } from '../../users/index.ts'
import type { Users } from '../../users/index.ts'
import { createAuth, createConsentLinks, createSessions } from '../index.ts'
import type { Authentication, Sessions, SessionsEnded } from '../index.ts'
import { createHeldClock } from './held-clock.ts'
import type { HeldClock } from './held-clock.ts'

type Person = { tenantId: TenantId; userId: UserId }

/** Routes next to the calls, added before the server listens. */
type BesideTheCalls = (parts: {
  http: FastifyInstance
  clock: HeldClock
  sessions: Sessions
  authenticateToken: Authentication['authenticateToken']
  announcements: Topic<readonly RealtimeEvent[]>
  sessionsEnded: Topic<SessionsEnded>
  tenantSuspended: Topic<TenantId>
}) => Promise<unknown>

/** The server with nothing but people and their sessions, and with its services at hand. */
export type Door = {
  url: string
  clock: HeldClock
  database: Database
  tenants: Tenants
  /** As another process has them. */
  tenantsElsewhere: Tenants
  users: Users
  /** As an Admin does it. */
  updateUser(by: Person, change: Parameters<Users['update']>[2]): Promise<void>
  sessions: Sessions
  authenticateToken: Authentication['authenticateToken']
  /** Announced ends of sessions. */
  ended: SessionsEnded[]
  /** Somebody who signed in just now. */
  clientOf(person: Person): Promise<Client>
  close(): Promise<void>
}

const fail = (error: unknown) => {
  throw error
}

const notFound = async () => {
  throw new AppError('not-found')
}

export async function openDoor(
  beside: BesideTheCalls = async () => undefined,
  clock: HeldClock = createHeldClock(),
): Promise<Door> {
  const database = await openTestDatabase()
  const config = readConfig({
    DATA_DIR: database.folder,
    PUBLIC_URL: 'http://localhost:3000',
    SIGN_UP: 'open',
    ENTRA_CLIENT_ID: '5b3c7a90-1f24-4e68-b0d7-93a6c2e81f04',
    ENTRA_CLIENT_SECRET: 'nobody is asked',
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'silent',
  })
  const ended: SessionsEnded[] = []
  const sessionsEnded = createTopic<SessionsEnded>(fail)
  sessionsEnded.subscribe((news) => ended.push(news))
  const tenantSuspended = createTopic<TenantId>(fail)

  const sessions = createSessions({ database, clock, ended: sessionsEnded })
  const keyring = createKeyring(config.ENCRYPTION_KEYS)
  const openTenants = () => createTenants({ database, keyring, clock, suspended: tenantSuspended })
  const tenants = openTenants()
  const users = createUsers({ database, clock, sessions })
  const announcements = createTopic<readonly RealtimeEvent[]>(fail)
  const auth = createAuth({
    config,
    outside: realOutside,
    clock,
    consentLinks: createConsentLinks({ config, outside: realOutside, clock }),
    database,
    sessions,
    tenants,
    users,
    subscriptions: { hasActive: async () => false },
    announcements,
  })
  const credentials = { clientId: config.ENTRA_CLIENT_ID, clientSecret: config.ENTRA_CLIENT_SECRET }
  const appAccess = createAppAccess({ outside: realOutside, ...credentials, clock })
  const graph = createGraph({ outside: realOutside, appAccess, clock })
  const lookup = createLookup({ database, graph, clock })

  // Callers that get past access control find nothing.
  const others = Object.fromEntries((Object.keys(routes) as CallName[]).map((name) => [name, notFound]))
  const handlers = { ...others, ...auth.routes, ...userRoutes({ users, lookup, tenants }) }
  const http = await createHttpServer(config, { version: 'test' })
  registerCalls(http, {
    handlers,
    authenticate: auth.authenticate,
    signatures: { twilio: async () => {}, marketplace: async () => {} },
    rateLimits: createRateLimits(http, { sendsPerMinute: 1_000, callsPerMinute: 10_000 }),
  })
  const { authenticateToken } = auth
  await beside({ http, clock, sessions, authenticateToken, announcements, sessionsEnded, tenantSuspended })
  const url = await http.listen({ port: 0, host: '127.0.0.1' })

  return {
    url,
    clock,
    database,
    tenants,
    tenantsElsewhere: openTenants(),
    users,
    async updateUser(by, change) {
      const announceEnd = await database.transaction((trx) => users.update(trx, by, change))
      announceEnd()
    },
    sessions,
    authenticateToken,
    ended,
    async clientOf(person) {
      const session = await sessions.start({ ...person, provedAt: clock.now() }, 'test')
      const cookie = `next-auth.session-token=${session?.token}`
      const answer = await fetch(`${url}/api/auth/session`, { headers: { cookie } })
      const { user } = (await answer.json()) as { user: { accessToken: string } }
      return createClient(url, user.accessToken)
    },
    async close() {
      await http.close()
      await database.close()
    },
  }
}
