import path from 'node:path'
import type { CallName, PublicConfig, RealtimeEvent, TenantId } from '@partyline/contract'
import type { FastifyInstance } from 'fastify'
import { auditRoutes } from './audit/index.ts'
import { createAuth, createConsentLinks, createSessions, refuseUnknownActions } from './auth/index.ts'
import type { SessionsEnded } from './auth/index.ts'
import { createChats } from './chats/index.ts'
import {
  createForwarding,
  createMarketplaceSales,
  marketplaceRoutes,
  marketplaceSignature,
} from './marketplace/index.ts'
import { createDoctor, createSelfTest, doctorRoutes } from './doctor/index.ts'
import { createMedia, mediaRoutes, openMediaStore } from './media/index.ts'
import { createMessages } from './messages/index.ts'
import { createMetrics } from './metrics/index.ts'
import { createAppAccess, ENTRA, createGraph, createMarketplace } from './microsoft/index.ts'
import { migrations } from './migrations/index.ts'
import { createNumbers, numberRoutes } from './numbers/index.ts'
import {
  createHttpServer,
  createJobs,
  createKeyring,
  createRateLimits,
  createTopic,
  databaseFault,
  isMigrated,
  openReadyDatabase,
  realOutside,
  registerCalls,
  systemClock,
} from './platform/index.ts'
import type { Clock, Config, Outside } from './platform/index.ts'
import { createRealtime, hubRoutes } from './realtime/index.ts'
import { createSettings, settingsRoutes } from './settings/index.ts'
import { createTenants } from './tenants/index.ts'
import { createTranscript } from './transcript/index.ts'
import { createTwilio } from './twilio/index.ts'
import { createDirectoryWatch, createLookup, createUsers, userRoutes } from './users/index.ts'
import { VERSION } from './version.ts'
import { webApp } from './web-app/index.ts'
import { createTwilioCaller, webhookRoutes } from './webhooks/index.ts'

/** Calls of the contract that nothing answers yet: 501. This is the only such list. */
export const NOT_BUILT: readonly CallName[] = []

export type App = {
  http: FastifyInstance
  /**
   * Begins to listen and to work; answers with the address. `beforeListening` frees the port, if something else listens
   * on it in the meantime.
   * @throws {OperatorError} for what the operator can fix
   */
  start(options?: { beforeListening?: () => Promise<void> }): Promise<string>
  close(): Promise<void>
}

export type AppOptions = { config: Config; outside?: Outside; clock?: Clock }

/** A shutdown ends after this time, whatever it still waits for. A deployment waits for it. */
const SHUTDOWN_MS = 20_000

/**
 * The composition root: the only file that knows every domain. Waits for a database that cannot be reached yet.
 * @throws {OperatorError} for what the operator can fix
 */
export async function createApp({ config, outside = realOutside, clock = systemClock }: AppOptions): Promise<App> {
  const { PUBLIC_URL: publicUrl } = config
  const http = await createHttpServer(config, { version: VERSION })
  const log = http.log
  const metrics = createMetrics({ config, clock, log, version: VERSION })
  metrics?.countCalls(http)
  const database = await openReadyDatabase({ options: config, migrations, log })
  const jobs = createJobs(database, log)
  const listenerFailed = (error: unknown) => log.error({ err: error }, 'listener failed')
  const announcements = createTopic<readonly RealtimeEvent[]>(listenerFailed)
  const sessionsEnded = createTopic<SessionsEnded>(listenerFailed)
  const tenantSuspended = createTopic<TenantId>(listenerFailed)

  const sessions = createSessions({ database, clock, ended: sessionsEnded })
  const keyring = createKeyring(config.ENCRYPTION_KEYS)
  const tenants = createTenants({ database, keyring, clock, suspended: tenantSuspended })
  const forwarding = createForwarding({ jobs, keyring, outside, hosts: config.SAAS_FORWARD_HOSTS })
  const publisher = publisherOf(config)
  const sales = createMarketplaceSales({
    marketplace: publisher && createMarketplace({ outside, publisher, clock }),
    forwarding,
    database,
    tenants,
    clock,
    log,
  })
  const users = createUsers({ database, clock, sessions })
  const consentLinks = createConsentLinks({ config, outside, clock })
  const auth = createAuth({
    config,
    outside,
    clock,
    consentLinks,
    database,
    sessions,
    tenants,
    users,
    subscriptions: sales,
    announcements,
  })
  const appAccess = createAppAccess({
    outside,
    clientId: config.ENTRA_CLIENT_ID,
    clientSecret: config.ENTRA_CLIENT_SECRET,
    clock,
  })
  const graph = createGraph({ outside, appAccess, clock })
  const lookup = createLookup({ database, graph, clock })
  const directoryWatch = createDirectoryWatch({ database, clock, log, graph, tenants, sessions })

  const twilio = createTwilio({ outside, clock, log, onRequest: metrics?.countTwilioRequest })
  const mediaStore = openMediaStore({ config, outside, clock })
  const media = createMedia({ database, clock, store: mediaStore, config })
  const numbers = createNumbers({ database, tenants, users, clock, announcements })
  const transcript = createTranscript({ presentFile: (file) => media.present(file) })
  const chats = createChats({ database, clock, numbers, transcript, announcements })
  const messages = createMessages({
    database,
    clock,
    random: Math.random,
    log,
    jobs,
    publicUrl,
    secret: config.AUTH_SECRET,
    tenants,
    numbers,
    media,
    transcript,
    chats,
    twilio,
    announcements,
  })
  const settings = createSettings({
    config,
    database,
    clock,
    appAccess,
    consentLinks,
    tenants,
    users,
    lookup,
    numbers,
    chats,
    twilio,
    announcements,
  })

  const selfTest = createSelfTest({ outside, clock, publicUrl, secret: config.AUTH_SECRET })
  const doctor = createDoctor({
    database,
    clock,
    log,
    publicUrl,
    tenants,
    numbers,
    users,
    twilio,
    appAccess,
    checkMedia: () => mediaStore.check(),
    testAddress: selfTest.ask,
  })

  const publicConfig: PublicConfig = {
    appName: config.APP_NAME,
    baseUrl: config.PUBLIC_URL,
    apiUrl: config.API_URL,
    environment: config.ENVIRONMENT,
    version: VERSION,
    sessionPollSeconds: config.SESSION_POLL_SECONDS,
    teamsOrigins: config.TEAMS_ORIGINS,
  }

  const rateLimits = createRateLimits(http, {
    sendsPerMinute: config.SENDS_PER_MINUTE,
    callsPerMinute: config.CALLS_PER_MINUTE,
  })
  const twilioCaller = createTwilioCaller({ tenants, publicUrl, clock })
  let isClosing = false
  registerCalls(http, {
    handlers: {
      'health.live': async () => ({ status: 'ok' }),
      'health.ready': async ({ reply }) => {
        if (isClosing) return reply.status(503).send({ status: 'closing' })
        const isReady = await isMigrated(database.queries, migrations).catch(() => false)
        return isReady ? { status: 'ok' } : reply.status(503).send({ status: 'starting' })
      },
      config: async () => publicConfig,
      ...auth.routes,
      ...userRoutes({ users, lookup, tenants }),
      ...mediaRoutes({ media }),
      ...numberRoutes({ numbers }),
      ...auditRoutes({ database }),
      ...settingsRoutes({ settings, numbers }),
      ...doctorRoutes({ doctor, selfTest }),
      ...chats.routes(messages.prepareFirst),
      ...messages.routes,
      ...marketplaceRoutes({ sales, forwarding }),
      ...webhookRoutes({ messages, callOf: twilioCaller.callOf }),
    },
    notBuilt: NOT_BUILT,
    authenticate: auth.authenticate,
    signatures: { twilio: twilioCaller.check, marketplace: marketplaceSignature(sales) },
    rateLimits,
  })
  refuseUnknownActions(http)
  const { authenticateToken } = auth
  const realtime = createRealtime({
    authenticateToken,
    announcements,
    sessions,
    sessionsEnded,
    tenantSuspended,
    clock,
    log,
    publicUrl,
    redisUrl: config.REDIS_URL,
  })
  await http.register(hubRoutes, { hubs: realtime.hubs, authenticateToken, rateLimits })
  metrics?.watch({
    backlog: { read: messages.backlog, pausedTenants: messages.pausedTenants },
    hub: realtime.figures,
    pool: database.pool,
  })
  await metrics?.mount(http)
  const signInOrigin = new URL(outside.browserUrl(ENTRA)).origin
  await http.register(webApp, { folder: path.resolve(import.meta.dirname, '../../web/dist'), signInOrigin, config })

  /** So that an old key can be taken away once a process has started with a new one before it. */
  async function renewTokens() {
    const { renewed, unreadable } = await tenants.renewTokens()
    if (renewed > 0) log.info({ renewed }, 'tokens encrypted with the first of ENCRYPTION_KEYS')
    if (unreadable.length > 0) log.error({ tenants: unreadable }, 'tokens that no key of ENCRYPTION_KEYS can read')
  }

  // What is being sent is settled while everything still answers; then clients are told to come back elsewhere.
  async function stopAll() {
    isClosing = true
    await Promise.all([messages.stop(), directoryWatch.stop()])
    await realtime.close()
    await http.close()
    await metrics?.close()
    await jobs.stop()
    await database.close()
  }
  let stopped: Promise<void> | undefined

  return {
    http,
    async start({ beforeListening } = {}) {
      try {
        await renewTokens()
        await Promise.all([jobs.start(), realtime.ready()])
      } catch (error) {
        throw databaseFault(error, config.DATABASE_URL) ?? error
      }
      await metrics?.start()
      await beforeListening?.()
      const address = await http.listen({ port: config.PORT, host: config.HOST })
      messages.start()
      directoryWatch.start()
      return address
    },
    async close() {
      stopped ??= stopAll()
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(SHUTDOWN_MS, () => {
        log.error('the server did not stop in time, and ends without waiting any longer')
        resolve()
      })
      await Promise.race([stopped, late]).finally(cancel)
    },
  }
}

/** Null unless the whole of it is configured: then nothing is sold. */
function publisherOf(config: Config) {
  const { MARKETPLACE_TENANT_ID: tenantId, MARKETPLACE_CLIENT_ID: clientId } = config
  const { MARKETPLACE_CLIENT_SECRET: clientSecret } = config
  return tenantId && clientId && clientSecret ? { tenantId, clientId, clientSecret } : null
}
