import path from 'node:path'
import type { PublicConfig } from '@partyline/contract'
import type { FastifyInstance } from 'fastify'
import { refuseUnknownActions } from './auth/index.ts'
import { createServices } from './services.ts'
import { createMetrics } from './metrics/index.ts'
import { ENTRA } from './microsoft/index.ts'
import { schema } from '../database/index.ts'
import {
  createHttpServer,
  createRateLimits,
  createStorageWatch,
  createUpkeep,
  databaseFault,
  isMigrated,
  openReadyDatabase,
  realOutside,
  registerCalls,
  systemClock,
} from './platform/index.ts'
import type { Clock, Config, Handlers, Outside } from './platform/index.ts'
import { createRealtime, hubRoutes } from './realtime/index.ts'
import { readBacklog } from './traffic/index.ts'
import { VERSION } from './version.ts'
import { webApp } from './web-app/index.ts'

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

/** How long a shutdown waits for texts in progress. After that, their leases expire and another process takes over. */
const DRAIN_MS = 10_000
/** Maximum duration of a shutdown, because deployments wait for it. */
const SHUTDOWN_MS = 20_000

/**
 * The server: its lifecycle, and what listens. `services.ts` composes the domains. Waits for a database that cannot be
 * reached yet.
 * @throws {OperatorError} for what the operator can fix
 */
export async function createApp({ config, outside = realOutside, clock = systemClock }: AppOptions): Promise<App> {
  const http = await createHttpServer(config, { version: VERSION })
  const log = http.log
  const metrics = createMetrics({ config, clock, log, version: VERSION })
  metrics?.countCalls(http)
  const storage = createStorageWatch({ clock, log })
  const database = await openReadyDatabase({ options: config, schema, log, storage })
  const services = createServices({
    config,
    outside,
    clock,
    log,
    database,
    storage,
    onTwilioRequest: metrics?.countTwilioRequest,
    isServer: true,
  })
  const upkeep = config.DATABASE_URL ? null : createUpkeep({ database, clock, log })
  const { authentication, tenants, delivery, inbound, notifications, hooks } = services
  const { snoozeLoop, importExpiry, reportLoop, archiveLoop, retentionLoop } = services
  const { releaseLoop, directoryWatch, forwarding, erasures } = services

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
  let isClosing = false
  registerCalls(http, {
    handlers: {
      'health.live': async () => ({ status: 'ok' }),
      'health.ready': async ({ reply }) => {
        if (isClosing) return reply.status(503).send({ status: 'closing' })
        const isReady = await isMigrated(database.queries, schema).catch(() => false)
        return isReady ? { status: 'ok' } : reply.status(503).send({ status: 'starting' })
      },
      config: async () => publicConfig,
      ...services.handlers,
    } satisfies Handlers,
    authenticate: authentication.authenticate,
    keyPolicy: services.keyPolicy,
    signatures: services.signatures,
    rateLimits,
  })
  refuseUnknownActions(http)
  const { authenticateToken } = authentication
  const realtime = createRealtime({
    authenticateToken,
    announcements: services.announcements,
    settled: () => database.settled(),
    sessions: services.sessions,
    sessionsEnded: services.sessionsEnded,
    tenantSuspended: services.tenantSuspended,
    clock,
    log,
    publicUrl: config.PUBLIC_URL,
    redisUrl: config.REDIS_URL,
  })
  await http.register(hubRoutes, { hubs: realtime.hubs, authenticateToken, rateLimits })
  metrics?.watch({
    backlog: { read: () => readBacklog(database.queries), pausedTenants: delivery.pausedTenants },
    hub: realtime.figures,
    pool: database.pool,
    storage,
  })
  await metrics?.mount(http)
  const signInOrigin = new URL(outside.browserUrl(ENTRA)).origin
  await http.register(webApp, {
    folder: path.resolve(import.meta.dirname, '../../web/dist'),
    signInOrigin,
    config,
    rateLimits,
  })

  /** So that an old key can be removed once a process has started with a new first key. */
  async function renewTokens() {
    const { renewed, unreadable } = await tenants.renewTokens()
    if (renewed > 0) log.info({ renewed }, 'tokens encrypted with the first of ENCRYPTION_KEYS')
    if (unreadable.length > 0) log.error({ tenants: unreadable }, 'tokens that no key of ENCRYPTION_KEYS can read')
  }

  // Requests to Twilio finish while the server still answers. Then clients are asked to reconnect to another process.
  async function stopAll() {
    isClosing = true
    const drained = Promise.all([inbound.stop(), releaseLoop.stop(), delivery.stop(), notifications.stop()])
    const longEnough = new Promise<void>((resolve) => clock.after(DRAIN_MS, resolve))
    await Promise.all([
      Promise.race([drained, longEnough]),
      snoozeLoop.stop(),
      importExpiry.stop(),
      reportLoop.stop(),
      retentionLoop.stop(),
      archiveLoop.stop(),
      upkeep?.stop(),
      erasures.repetition.stop(),
      directoryWatch.stop(),
      hooks.stop(),
    ])
    await realtime.close()
    await http.close()
    await metrics?.close()
    await forwarding.stop()
    storage.stop()
    await database.close()
  }
  let stopped: Promise<void> | undefined

  return {
    http,
    async start({ beforeListening } = {}) {
      try {
        await renewTokens()
        await services.erasedPhones.renewKeys()
        await hooks.renewSecrets()
        await realtime.ready()
      } catch (error) {
        throw databaseFault(error, config.DATABASE_URL) ?? error
      }
      await metrics?.start()
      await beforeListening?.()
      const address = await http.listen({ port: config.PORT, host: config.HOST })
      delivery.start()
      inbound.start()
      snoozeLoop.start()
      importExpiry.start()
      reportLoop.start()
      retentionLoop.start()
      archiveLoop.start()
      upkeep?.start()
      erasures.repetition.start()
      releaseLoop.start()
      directoryWatch.start()
      notifications.start()
      forwarding.start()
      hooks.start()
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
