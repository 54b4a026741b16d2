import type { FastifyBaseLogger } from 'fastify'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Backlog } from '../traffic/index.ts'
import type { Clock } from '../platform/index.ts'

export type BacklogSource = { read: () => Promise<Backlog>; pausedTenants: () => number }

/** Maximum wait of a scrape for the database: after that, the other metrics matter more. */
const MAX_QUERY_MS = 2_000

/** Returns a function that updates the figures. */
export function watchBacklog(
  registry: Registry,
  { read, pausedTenants }: BacklogSource,
  { clock, log }: { clock: Clock; log: FastifyBaseLogger },
): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const isUp = gauge('partyline_database_up', '1 where the database has answered, otherwise 0.')
  const paused = gauge(
    'partyline_tenants_paused',
    'Tenants whose sends wait in this process until Twilio answers again.',
  )
  const unsent = new Gauge({
    name: 'partyline_deliveries_waiting',
    help: 'Texts of the whole installation that Twilio does not have yet.',
    labelNames: ['status'],
    registers: [registry],
  })
  const unsentAge = gauge(
    'partyline_deliveries_oldest_age_seconds',
    'Since the longest waiting of them was queued or first tried; 0 where none waits.',
  )
  const unknown = gauge('partyline_deliveries_unknown', 'Texts of which nobody knows whether Twilio has them.')
  const inbound = gauge('partyline_inbound_waiting', 'Texts from phones that are stored but not in a chat yet.')
  const inboundAge = gauge(
    'partyline_inbound_oldest_age_seconds',
    'Since the longest waiting of them came in; 0 where none waits.',
  )
  const inTime = createReader({ read, clock, log })

  function show({ queued, sending, ...backlog }: Backlog) {
    const age = (since: Date | null) => (since ? Math.max(0, clock.now().getTime() - since.getTime()) / 1_000 : 0)
    unsent.set({ status: 'queued' }, queued)
    unsent.set({ status: 'sending' }, sending)
    unsentAge.set(age(backlog.oldestUnsent))
    unknown.set(backlog.unknown)
    inbound.set(backlog.inbound)
    inboundAge.set(age(backlog.oldestInbound))
  }

  return async () => {
    paused.set(pausedTenants())
    const backlog = await inTime()
    isUp.set(backlog ? 1 : 0)
    if (backlog) return show(backlog)
    // Unknown values are left out: the last value, or zero, would look like an idle server.
    unsent.reset()
    for (const metric of [unsentAge, unknown, inbound, inboundAge]) metric.remove()
  }
}

/** Null if the database does not answer in time. Concurrent callers share one query. */
function createReader({ read, clock, log }: { read: BacklogSource['read']; clock: Clock; log: FastifyBaseLogger }) {
  let reading: Promise<Backlog | null> | null = null

  async function ask(): Promise<Backlog | null> {
    try {
      return await read()
    } catch (error) {
      log.warn({ err: error }, 'what waits could not be counted')
      return null
    } finally {
      reading = null
    }
  }

  return async function inTime(): Promise<Backlog | null> {
    reading ??= ask()
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const cancel = clock.after(MAX_QUERY_MS, () => resolve(null))
    return Promise.race([reading, late]).finally(cancel)
  }
}
