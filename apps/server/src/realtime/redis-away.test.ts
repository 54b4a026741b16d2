import { randomUUID } from 'node:crypto'
import type { RealtimeEvent, TenantId, UserId } from '@partyline/contract'
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
import { createRealtime } from './realtime.ts'

const { REDIS_URL } = process.env
/** How often the database is asked while the others are not heard. */
const WATCH_MS = 500

describe.runIf(REDIS_URL)('two processes, of which the far one loses Redis', () => {
  const redis = new URL(REDIS_URL ?? 'redis://localhost')
  let way: CuttableProxy
  let door: Door
  let person: { tenantId: TenantId; userId: UserId }
  let near: Process
  let far: Process
  beforeAll(async () => {
    way = await startCuttableProxy(Number(redis.port || 6379), redis.hostname)
    door = await openDoor()
  })
  afterAll(async () => {
    await door.close()
    await way.close()
  })
  beforeEach(async () => {
    way.open()
    const tenantId = randomUUID() as TenantId
    person = { tenantId, userId: randomUUID() as UserId }
    await door.database.transaction(async (trx) => {
      await door.tenants.create(trx, { tenantId, name: 'Lakeside', domain: '' })
      await door.users.add(trx, { ...person, name: 'Omar', role: 'User' })
    })
    const farRedis = new URL(redis)
    farRedis.host = `127.0.0.1:${way.port}`
    const publicUrl = `http://${tenantId}.example`
    near = await startProcess(publicUrl, redis)
    far = await startProcess(publicUrl, farRedis)
  })
  afterEach(() => Promise.all([near.close(), far.close()]))

  type Process = { listen(): Promise<Listener>; announce(): void; close(): Promise<void> }

  async function startProcess(publicUrl: string, redisUrl: URL): Promise<Process> {
    const http = fastify()
    const announcements = createTopic<readonly RealtimeEvent[]>(() => {})
    const realtime = createRealtime({
      authenticateToken: door.authenticateToken,
      announcements,
      sessions: door.sessions,
      sessionsEnded: createTopic<SessionsEnded>(() => {}),
      tenantSuspended: createTopic<TenantId>(() => {}),
      // Without the look soon after connecting: these connections are older.
      clock: { ...door.clock, after: (ms, run) => (ms > WATCH_MS ? () => undefined : door.clock.after(ms, run)) },
      log: http.log,
      publicUrl,
      redisUrl: redisUrl.href,
    })
    await http.register(fastifyHubs, { server: realtime.hubs })
    await realtime.ready()
    const url = await http.listen({ port: 0, host: '127.0.0.1' })
    return {
      listen: async () => listen(url, await door.clientOf(person)),
      announce: () => announcements.publish([{ ...HINT, tenantId: person.tenantId }]),
      async close() {
        await realtime.close()
        await http.close()
      },
    }
  }
  const HINT = { area: 'ChatList', kind: 'ChatUpdated', chatId: null, version: null, data: null } as const

  test('a session that ends elsewhere ends its connections all the same', async () => {
    const [one, two] = [await far.listen(), await far.listen()]
    way.shut()
    await door.sessions.signOutEverywhere(person)
    await expect(Promise.all([one.closed, two.closed])).resolves.toHaveLength(2)
  })

  test('a session that lives keeps its connections, which are told to come back when Redis is there again', async () => {
    const listener = await far.listen()
    way.shut()
    far.announce()
    await expect.poll(() => listener.events()).toHaveLength(1)
    expect(listener.connection.state).toBe('Connected')
    way.open()
    await listener.closed
  })

  test('so are those of the other process, which did not hear what was said meanwhile', async () => {
    const [atFar, atNear] = [await far.listen(), await near.listen()]
    way.shut()
    far.announce()
    await expect.poll(() => atFar.events()).toHaveLength(1)
    expect(atNear.events()).toEqual([])
    way.open()
    await atNear.closed
  })
})
