import { randomUUID } from 'node:crypto'
import type { RealtimeEvent, TenantId, UserId, UserRole } from '@partyline/contract'
import { fastifyHubs } from '@partyline/signalr-hub/fastify'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSessions } from '../auth/index.ts'
import { openDoor } from '../auth/tests/door.ts'
import type { Door } from '../auth/tests/door.ts'
import { createTopic } from '../platform/index.ts'
import type { Topic } from '../platform/index.ts'
import { listen } from '../../tests/hub.ts'
import { createRealtime } from './realtime.ts'
import type { Realtime } from './realtime.ts'

type Person = { tenantId: TenantId; userId: UserId }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let door: Door
let realtime: Realtime
let announcements: Topic<readonly RealtimeEvent[]>
/** The hub’s timers, which the test fires. */
const later: (() => void)[] = []

beforeAll(async () => {
  door = await openDoor(async ({ http, clock, ...parts }) => {
    announcements = parts.announcements
    const held = {
      now: () => clock.now(),
      after: (_ms: number, callback: () => void) => {
        later.push(callback)
        return () => undefined
      },
    }
    const log: FastifyBaseLogger = http.log
    realtime = createRealtime({
      ...parts,
      settled: async () => {},
      clock: held,
      log,
      publicUrl: 'http://localhost',
      redisUrl: undefined,
    })
    await http.register(fastifyHubs, { server: realtime.hubs })
  })
})
afterAll(async () => {
  await realtime.close()
  await door.close()
})

let tenantId: TenantId
let dana: Person
let omar: Person
beforeEach(async () => {
  tenantId = randomUUID() as TenantId
  await door.database.transaction((trx) => door.tenants.create(trx, { tenantId, name: 'Lakeside', domain: '' }))
  dana = await add('Admin')
  omar = await add('User')
})

async function add(role: UserRole, to = tenantId): Promise<Person> {
  const person = { tenantId: to, userId: randomUUID() as UserId }
  await door.database.transaction((trx) => door.users.add(trx, { ...person, name: role, role }))
  return person
}

test('a suspension closes the connections of Users, and Admins keep receiving events', async () => {
  const clients = { dana: await door.clientOf(dana), omar: await door.clientOf(omar) }
  const [admin, user, userElsewhere] = [
    await listen(door.url, clients.dana),
    await listen(door.url, clients.omar),
    await listen(door.url, await door.clientOf(omar)),
  ]
  await door.tenants.setSuspended(tenantId, true)
  await Promise.all([user.closed, userElsewhere.closed])
  door.clock.pass(MINUTE_MS)
  await expect(listen(door.url, clients.omar)).rejects.toThrow(/401/)
  announcements.publish([{ tenantId, area: 'ChatList', kind: 'ChatUpdated', chatId: null, version: null, data: null }])
  await vi.waitFor(() => expect(admin.events()).toHaveLength(1), { timeout: 10_000 })
  await admin.connection.stop()
})

test('a suspension does not affect Users of other tenants', async () => {
  const other = randomUUID() as TenantId
  await door.database.transaction((trx) => door.tenants.create(trx, { tenantId: other, name: 'Northgate', domain: '' }))
  const [user, bystander] = [
    await listen(door.url, await door.clientOf(omar)),
    await listen(door.url, await door.clientOf(await add('User', other))),
  ]
  await door.tenants.setSuspended(tenantId, true)
  await user.closed
  const event = { area: 'ChatList', kind: 'ChatUpdated', chatId: null, version: null, data: null } as const
  announcements.publish([{ tenantId: other, ...event }])
  await vi.waitFor(() => expect(bystander.events()).toHaveLength(1), { timeout: 10_000 })
  await bystander.connection.stop()
})

test('a connection opened while another process ended its session is closed soon after', async () => {
  const client = await door.clientOf(omar)
  // The process’s cached session does not expire while the clock is in the past.
  expect((await client.call('users.me')).status).toBe(200)
  door.clock.pass(-HOUR_MS)
  const elsewhere = createSessions({ database: door.database, clock: door.clock, ended: createTopic(() => {}) })
  await elsewhere.signOutEverywhere(omar)
  later.length = 0
  const listener = await listen(door.url, client)
  await vi.waitFor(() => expect(later).toHaveLength(1), { timeout: 10_000 })
  door.clock.pass(HOUR_MS + MINUTE_MS)
  later[0]?.()
  await listener.closed
})

test('no session is checked after the hub was closed', async () => {
  const client = await door.clientOf(omar)
  later.length = 0
  const listener = await listen(door.url, client)
  await vi.waitFor(() => expect(later).toHaveLength(1), { timeout: 10_000 })
  await realtime.close()
  await listener.closed
  const check = vi.spyOn(door.sessions, 'check')
  later[0]?.()
  expect(check).not.toHaveBeenCalled()
})
