import { randomUUID } from 'node:crypto'
import type { RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import { EVENT_AREAS, PRESENCE } from '@partyline/contract'
import { fastifyHubs } from '@partyline/signalr-hub/fastify'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SessionsEnded } from '../auth/index.ts'
import { openDoor } from '../auth/tests/door.ts'
import type { Door } from '../auth/tests/door.ts'
import { createTopic } from '../platform/index.ts'
import { startCuttableProxy } from '../../tests/cuttable-proxy.ts'
import type { CuttableProxy } from '../../tests/cuttable-proxy.ts'
import { listen } from '../../tests/hub.ts'
import type { Listener } from '../../tests/hub.ts'
import { hasRedis, startPrivateRedis } from '../../tests/private-redis.ts'
import type { PrivateRedis } from '../../tests/private-redis.ts'
import { createRealtime } from './realtime.ts'

/** The delay of the first session check of a new connection. */
const FIRST_LOOK_MS = 600
/** How much faster than the real clock the timers of these processes run. */
const HASTE = 10
const HINT = { area: 'ChatList', kind: 'ChatUpdated', chatId: null, version: null, data: null } as const

type Person = { tenantId: TenantId; userId: UserId }
type Process = {
  listen(as?: Person): Promise<Listener>
  announce(event?: RealtimeEvent): void
  /** The value for the metrics. */
  redisUp(): boolean | null
  /** The number of log lines about a lost Redis. */
  lossesLogged(): number
  close(): Promise<void>
}

describe.runIf(hasRedis)('two processes', () => {
  let redis: PrivateRedis
  /** The far process’s connection to Redis. */
  let way: CuttableProxy
  let door: Door
  let person: Person
  let near: Process
  let far: Process
  beforeAll(async () => {
    door = await openDoor()
  })
  afterAll(() => door.close())
  beforeEach(async () => {
    redis = await startPrivateRedis()
    const { port, hostname } = new URL(redis.url)
    way = await startCuttableProxy(Number(port), hostname)
    const tenantId = randomUUID() as TenantId
    person = { tenantId, userId: randomUUID() as UserId }
    await door.database.transaction(async (trx) => {
      await door.tenants.create(trx, { tenantId, name: 'Lakeside', domain: '' })
      await door.users.add(trx, { ...person, name: 'Omar', role: 'User' })
    })
    const publicUrl = `http://${tenantId}.example`
    near = await startProcess(publicUrl, redis.url)
    far = await startProcess(publicUrl, `redis://127.0.0.1:${way.port}`)
  })
  afterEach(async () => {
    await Promise.all([near.close(), far.close()])
    await way.close()
    await redis.stop()
  })

  async function startProcess(publicUrl: string, redisUrl: string): Promise<Process> {
    const log: string[] = []
    const http = fastify({ logger: { stream: { write: (line) => log.push(line) } } })
    const announcements = createTopic<readonly RealtimeEvent[]>(() => {})
    const realtime = createRealtime({
      authenticateToken: door.authenticateToken,
      announcements,
      settled: async () => {},
      sessions: door.sessions,
      sessionsEnded: createTopic<SessionsEnded>(() => {}),
      tenantSuspended: createTopic<TenantId>(() => {}),
      clock: {
        ...door.clock,
        // These tests do without the first session check.
        after: (ms, run) => (ms === FIRST_LOOK_MS ? () => undefined : door.clock.after(ms / HASTE, run)),
      },
      log: http.log,
      publicUrl,
      redisUrl,
    })
    await http.register(fastifyHubs, { server: realtime.hubs })
    await realtime.hubs.ready()
    const url = await http.listen({ port: 0, host: '127.0.0.1' })
    return {
      listen: async (as = person) => listen(url, await door.clientOf(as)),
      announce: (event = { ...HINT, tenantId: person.tenantId }) => announcements.publish([event]),
      redisUp: () => realtime.figures().redisUp,
      lossesLogged: () => log.filter((line) => line.includes('Redis is lost')).length,
      async close() {
        await realtime.close()
        await http.close()
      },
    }
  }

  test('close the connections of a session that another process ended', async () => {
    const [one, two] = [await far.listen(), await far.listen()]
    await door.sessions.signOutEverywhere(person)
    await expect(Promise.all([one.closed, two.closed])).resolves.toHaveLength(2)
  })

  test('send each person only their own values of an event that either of them announced', async () => {
    const { tenantId } = person
    const [mei, ana] = [randomUUID() as UserId, randomUUID() as UserId]
    await door.database.transaction(async (trx) => {
      for (const userId of [mei, ana]) await door.users.add(trx, { tenantId, userId, name: userId, role: 'User' })
    })
    const omar = person.userId
    const maps = { unreadCounts: { [omar]: 1, [mei]: 2 }, mentionCounts: { [mei]: 3 }, notify: { [omar]: 'all' } }
    const people = [omar, mei, ana].map((userId) => ({ tenantId, userId }))
    const listeners = await Promise.all([near, far].flatMap((at) => people.map((each) => at.listen(each))))
    const events = Object.entries(EVENT_AREAS).flatMap(([kind, area]) =>
      [near, far].map((at) => ({ at, event: { tenantId, chatId: randomUUID(), version: 1, kind, area, data: maps } })),
    )
    for (const { at, event } of events) at.announce(event as unknown as RealtimeEvent)
    const none = { unreadCounts: {}, mentionCounts: {}, notify: {} }
    const own = [
      { ...none, unreadCounts: { [omar]: 1 }, notify: { [omar]: 'all' } },
      { ...none, unreadCounts: { [mei]: 2 }, mentionCounts: { [mei]: 3 } },
      none,
    ]
    for (const [index, listener] of listeners.entries()) {
      await expect.poll(() => listener.events()).toHaveLength(events.length)
      const expected = events.map(({ event }) => ({ ...event, data: own[index % 3] }))
      expect(listener.events()).toEqual(expect.arrayContaining(expected))
    }
  })

  describe.each([
    ['cut off from Redis', () => way.shut()],
    ['left without an answer of Redis', () => way.freeze()],
  ])('of which one is %s', (_, lose) => {
    test('close the connections of a session that ended elsewhere', async () => {
      const listener = await far.listen()
      lose()
      await door.sessions.signOutEverywhere(person)
      await expect(listener.closed).resolves.toBeUndefined()
    })

    test('keep the connections of active sessions, and close them for a refetch when Redis is back', async () => {
      const listener = await far.listen()
      lose()
      far.announce()
      await expect.poll(() => listener.events()).not.toEqual([])
      await expect.poll(() => far.lossesLogged()).toBe(1)
      expect([near.redisUp(), far.redisUp()]).toEqual([true, false])
      expect(listener.connection.state).toBe('Connected')
      way.open()
      await listener.closed
    })

    test('also close the other process’s connections, which missed events meanwhile', async () => {
      const [atFar, atNear] = [await far.listen(), await near.listen()]
      lose()
      far.announce()
      await expect.poll(() => atFar.events()).not.toEqual([])
      expect(atNear.events()).toEqual([])
      await expect.poll(() => far.redisUp()).toBe(false)
      way.open()
      await atNear.closed
    })
  })

  describe.each([
    ['is stopped', () => redis.stop(), () => redis.start()],
    ['is frozen', async () => redis.freeze(), async () => redis.thaw()],
  ])('whose Redis %s', (_, lose, restore) => {
    test('tell their clients to refetch repeatedly until it is back', async () => {
      const [atFar, atNear] = [await far.listen(), await near.listen()]
      expect([near.redisUp(), far.redisUp()]).toEqual([true, true])
      await lose()
      for (const listener of [atFar, atNear]) {
        const areas = () => listener.events().map(({ area }) => area)
        await expect.poll(() => areas().length).toBeGreaterThanOrEqual(4)
        expect(areas().slice(0, 4)).toEqual(['ChatList', 'Settings', 'ChatList', 'Settings'])
      }
      expect([near.redisUp(), far.redisUp()]).toEqual([false, false])
      expect(new Set(atNear.events().map(({ tenantId }) => tenantId))).toEqual(new Set([person.tenantId]))
      await restore()
      await Promise.all([atFar.closed, atNear.closed])
      await expect.poll(() => near.redisUp() && far.redisUp()).toBe(true)

      const again = await near.listen()
      far.announce()
      await expect.poll(() => again.events()).toHaveLength(1)
    })

    test('answer hub calls, reject ended sessions, and stop', async () => {
      const [atFar, atNear] = [await far.listen(), await near.listen()]
      await lose()
      const presence = { chatId: randomUUID(), writing: false }
      for (const { connection } of [atFar, atNear]) await connection.invoke(PRESENCE.serverMethod, presence)
      await door.sessions.signOutEverywhere(person)
      await Promise.all([atFar.closed, atNear.closed])
      await expect(Promise.all([near.close(), far.close()])).resolves.toHaveLength(2)
    })
  })
})
