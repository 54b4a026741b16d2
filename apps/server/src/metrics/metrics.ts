import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Clock, Config, StorageWatch } from '../platform/index.ts'
import type { TwilioRequest } from '../twilio/index.ts'
import { watchBacklog } from './backlog-metrics.ts'
import type { BacklogSource } from './backlog-metrics.ts'
import { countCalls, countTwilioRequests } from './request-metrics.ts'
import { watchHub } from './hub-metrics.ts'
import type { HubSource } from './hub-metrics.ts'
import { createMetricsServer, metricsEndpoint } from './metrics-endpoint.ts'
import { watchPool, watchStorage } from './resource-metrics.ts'
import type { PoolSource } from './resource-metrics.ts'

type Parts = {
  config: Pick<Config, 'METRICS_PORT' | 'METRICS_HOST' | 'METRICS_TOKEN'>
  clock: Clock
  log: FastifyBaseLogger
  version: string
}

/** Sources that are read on every scrape. Each part defines its own metrics; the application combines them. */
type Sources = { backlog: BacklogSource; hub: HubSource; pool: PoolSource; storage: Pick<StorageWatch, 'isFull'> }

export type Metrics = {
  registry: Registry
  /** Counts the server's responses. Call before its calls are registered. */
  countCalls(http: FastifyInstance): void
  countTwilioRequest: (request: TwilioRequest) => void
  watch(sources: Sources): void
  /** Serves metrics on the public server, behind the token, if no separate port is configured. */
  mount(http: FastifyInstance): Promise<void>
  /** Listens on the separate port, if there is one. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Several scrapes within this time cost one look. */
const FRESH_MS = 1_000

/** Null unless a port or a token is configured: then nothing is counted. */
export function createMetrics({ config, clock, log, version }: Parts): Metrics | null {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = config
  if (port === undefined && token === undefined) return null

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const labels = {
    name: 'partyline_build_info',
    help: 'Always 1; its label says the version.',
    labelNames: ['version'],
  }
  new Gauge({ ...labels, registers: [registry] }).set({ version }, 1)
  const twilioRequests = countTwilioRequests(registry)
  let looks: (() => void | Promise<void>)[] = []
  let last: { at: number; text: Promise<string> } | null = null

  async function look(): Promise<string> {
    for (const lookAt of looks) await lookAt()
    return registry.metrics()
  }

  function read(): Promise<string> {
    const now = clock.now().getTime()
    if (!last || now - last.at >= FRESH_MS) last = { at: now, text: look() }
    return last.text
  }

  const endpoint = metricsEndpoint({ read, contentType: registry.contentType, token })
  const server = port === undefined ? null : createMetricsServer({ endpoint, port, host })

  return {
    registry,
    countCalls: (http) => countCalls(registry, http),
    countTwilioRequest: twilioRequests.count,
    watch({ backlog, hub, pool, storage }) {
      looks = [
        watchBacklog(registry, backlog, { clock, log }),
        watchHub(registry, hub),
        watchPool(registry, pool),
        watchStorage(registry, storage),
      ]
    },
    async mount(http) {
      if (!server) await http.register(endpoint)
    },
    async start() {
      await server?.listen()
    },
    async close() {
      await server?.close()
    },
  }
}
