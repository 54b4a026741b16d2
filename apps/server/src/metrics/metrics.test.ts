import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import type { Backlog } from '../traffic/index.ts'
import { createLog } from '../platform/index.ts'
import { createMetrics } from './metrics.ts'
import { readSeries } from './tests/scrape.ts'

const NOTHING_WAITS: Backlog = {
  queued: 0,
  sending: 0,
  oldestUnsent: null,
  unknown: 0,
  inbound: 0,
  oldestInbound: null,
}

/** Metrics with a controlled clock and a backlog from the test. */
async function openMetrics(read: () => Promise<Backlog>, redisUp: boolean | null = null) {
  let now = Date.parse('2026-11-21T12:00:00Z')
  const timers = new Set<() => void>()
  const clock = {
    now: () => new Date(now),
    after(_ms: number, callback: () => void) {
      timers.add(callback)
      return () => timers.delete(callback)
    },
  }
  const config = { METRICS_PORT: undefined, METRICS_HOST: '127.0.0.1', METRICS_TOKEN: 'token' }
  const metrics = createMetrics({ config, clock, log: createLog('silent'), version: '1.2.3' })
  if (!metrics) throw new Error('There are no metrics.')
  metrics.watch({
    backlog: { read, pausedTenants: () => 0 },
    hub: () => ({ connections: { WebSockets: 2 }, sent: 7, received: 3, redisUp }),
    pool: { totalCount: 5, idleCount: 3, waitingCount: 1 },
    storage: { isFull: () => false },
  })
  const http = fastify()
  await metrics.mount(http)
  return {
    async scrape() {
      const { body } = await http.inject({ url: '/metrics', headers: { authorization: 'Bearer token' } })
      return readSeries(body)
    },
    pass(ms: number) {
      now += ms
    },
    /** Fires all timers. */
    ring() {
      for (const callback of timers) callback()
    },
    hasTimer: () => timers.size > 0,
  }
}

test('scrapes within a second read the backlog once', async () => {
  let looks = 0
  const metrics = await openMetrics(async () => ({ ...NOTHING_WAITS, queued: (looks += 1) }))
  await Promise.all([metrics.scrape(), metrics.scrape()])
  metrics.pass(999)
  await metrics.scrape()
  expect(looks).toBe(1)
  metrics.pass(1)
  expect((await metrics.scrape()).get('partyline_deliveries_waiting{status="queued"}')).toBe(2)
})

test('the backlog is reported with the age of its oldest text', async () => {
  const metrics = await openMetrics(async () => ({
    queued: 3,
    sending: 2,
    oldestUnsent: new Date('2026-11-21T11:58:30Z'),
    unknown: 4,
    inbound: 1,
    oldestInbound: new Date('2026-11-21T11:59:59Z'),
  }))
  expect(Object.fromEntries(await metrics.scrape())).toMatchObject({
    'partyline_deliveries_waiting{status="queued"}': 3,
    'partyline_deliveries_waiting{status="sending"}': 2,
    partyline_deliveries_oldest_age_seconds: 90,
    partyline_deliveries_unknown: 4,
    partyline_inbound_waiting: 1,
    partyline_inbound_oldest_age_seconds: 1,
  })
})

test('the process, the pool, and the hub are reported', async () => {
  const metrics = await openMetrics(async () => NOTHING_WAITS)
  await metrics.scrape()
  // Counters are not added up again with each scrape.
  metrics.pass(1_000)
  expect(Object.fromEntries(await metrics.scrape())).toMatchObject({
    'partyline_build_info{version="1.2.3"}': 1,
    'partyline_database_pool_connections{state="idle"}': 3,
    'partyline_database_pool_connections{state="busy"}': 2,
    partyline_database_pool_waiting: 1,
    'partyline_hub_connections{transport="WebSockets"}': 2,
    'partyline_hub_messages_total{direction="sent"}': 7,
    'partyline_hub_messages_total{direction="received"}': 3,
    partyline_deliveries_oldest_age_seconds: 0,
    nodejs_eventloop_lag_p99_seconds: expect.any(Number),
    process_resident_memory_bytes: expect.any(Number),
  })
})

test.each([
  [true, 1],
  [false, 0],
  [null, undefined],
])('if redisUp is %s, partyline_redis_up is %s', async (redisUp, shown) => {
  const metrics = await openMetrics(async () => NOTHING_WAITS, redisUp)
  expect((await metrics.scrape()).get('partyline_redis_up')).toBe(shown)
})

const ofBacklog = (series: ReadonlyMap<string, number>) =>
  [...series.keys()].filter((name) => /deliveries|inbound/.test(name))

test('if the database fails, it is reported as down, without values of the backlog', async () => {
  let isUp = true
  const metrics = await openMetrics(async () => (isUp ? NOTHING_WAITS : Promise.reject(new Error('away'))))
  expect(ofBacklog(await metrics.scrape())).toHaveLength(6)
  isUp = false
  metrics.pass(1_000)
  const down = await metrics.scrape()
  expect([down.get('partyline_database_up'), ofBacklog(down)]).toEqual([0, []])
  expect(down.get('partyline_database_pool_waiting')).toBe(1)
  isUp = true
  metrics.pass(1_000)
  const up = await metrics.scrape()
  expect([up.get('partyline_database_up'), ofBacklog(up).length]).toEqual([1, 6])
})

test('a database that does not respond does not block scrapes, and is not queried again meanwhile', async () => {
  let asked = 0
  const { promise, resolve } = Promise.withResolvers<Backlog>()
  const metrics = await openMetrics(() => {
    asked += 1
    return promise
  })
  for (const _ of [1, 2]) {
    const scraped = metrics.scrape()
    while (!metrics.hasTimer()) await new Promise((next) => setImmediate(next))
    metrics.ring()
    expect((await scraped).get('partyline_database_up')).toBe(0)
    metrics.pass(1_000)
  }
  expect(asked).toBe(1)
  resolve(NOTHING_WAITS)
  expect((await metrics.scrape()).get('partyline_database_up')).toBe(1)
})
