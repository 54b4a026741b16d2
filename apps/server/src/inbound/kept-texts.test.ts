import { setImmediate } from 'node:timers/promises'
import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import { keepEvents } from './provider-events-store.ts'
import { startProcess } from './tests/receiving-process.ts'

const ACCOUNT = 'AC1'
/** Another connection is free while a text is routed. The embedded database has only one. */
const isOnPostgres = Boolean(process.env['DATABASE_URL'])
/** Texts routed in one commit. */
const BATCH = 128
/** Phones whose texts are read at once. */
const SWEPT_AT_ONCE = 1_000

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let tenantId: TenantId
beforeEach(async () => {
  await sql`delete from provider_events`.execute(database.queries)
  tenantId = await newTenant()
})

async function newTenant(): Promise<TenantId> {
  const id = newId<TenantId>()
  await sql`insert into tenants (tenant_id, name, account_sid, created_at)
    values (${id}, 'Clinic', ${ACCOUNT}, now())`.execute(database.queries)
  return id
}

const NOW = new Date()
const textOf = (from: string, to: string, ofTenant = tenantId) => ({
  tenantId: ofTenant,
  accountSid: ACCOUNT,
  messageSid: `SM-${from}-${to}`,
  sender: from,
  parameters: { MessageSid: `SM-${from}-${to}`, From: from, To: to },
  recovered: false,
  requestId: null,
  receivedAt: NOW,
})
const callOf = (from: string, to: string, tenants = [{ tenantId }]) => {
  const { parameters, accountSid } = textOf(from, to)
  return { parameters, accountSid, tenants }
}

type Row = { tenantId: TenantId; to: string; sender: string; isPlaced: boolean }

async function rows(): Promise<Row[]> {
  const result = await sql<Row>`
    select tenant_id as "tenantId", parameters->>'To' as to, sender, processed_at is not null as "isPlaced"
    from provider_events order by kept_as`.execute(database.queries)
  return result.rows
}
const waiting = async () => (await rows()).filter(({ isPlaced }) => !isPlaced).length

/** A clock whose timers fire when the test says so. */
function handClock() {
  const timers = new Set<() => void>()
  const delays = new Set<number>()
  let looks = 0
  const clock: Clock = {
    now() {
      looks += 1
      return new Date()
    },
    after(ms, callback) {
      delays.add(ms)
      timers.add(callback)
      return () => timers.delete(callback)
    },
  }
  return {
    clock,
    looks: () => looks,
    timers: () => timers.size,
    delays: () => [...delays],
    ring: () => {
      const due = [...timers]
      timers.clear()
      for (const callback of due) callback()
    },
  }
}

test.each([
  ['has no SID', { MessageSid: '' }, undefined],
  ['belongs to an account without tenants', {}, []],
])('a text that %s is not stored', async (_, parameters, tenants) => {
  const receiving = startProcess(database)
  const call = callOf('+1', 'us', tenants)
  await receiving.keep({ ...call, parameters: { ...call.parameters, ...parameters } })
  expect(await rows()).toEqual([])
  await receiving.stop()
})

test('of tenants that share an account, the one that uses the line gets the text, on any channel', async () => {
  const other = await newTenant()
  const receiving = startProcess(database, { users: { '+12025550100': other } })
  const tenants = [{ tenantId }, { tenantId: other }]
  for (const to of ['+12025550100', 'whatsapp:+12025550100', '+12025550101']) {
    await receiving.keep(callOf('+1', to, tenants))
  }
  // The only tenant of an account gets every text.
  await receiving.keep(callOf('+2', '+12025550100'))
  expect((await rows()).map((row) => [row.to, row.tenantId])).toEqual([
    ['+12025550100', other],
    ['whatsapp:+12025550100', other],
    ['+12025550101', tenantId],
    ['+12025550100', tenantId],
  ])
  await receiving.stop()
})

test('a long sender is truncated', async () => {
  const receiving = startProcess(database)
  await receiving.keep(callOf('x'.repeat(5_000), 'us'))
  expect((await rows()).map(({ sender }) => sender)).toEqual(['x'.repeat(100)])
  await receiving.stop()
})

test('each text is routed as soon as it is stored, and announced once', async () => {
  const receiving = startProcess(database)
  for (const to of ['first', 'second', 'first']) {
    await receiving.keep(callOf('+1', to))
    await expect.poll(waiting).toBe(0)
  }
  await receiving.stop()
  expect(receiving.events.map((list) => list.map(({ kind }) => kind))).toEqual([
    ['IncomingMessageRejected'],
    ['IncomingMessageRejected'],
  ])
})

test('all of a phone’s waiting texts are routed, beyond one batch', async () => {
  await keepEvents(
    database.queries,
    Array.from({ length: 2 * BATCH }, (_, index) => textOf('+1', `${index}`)),
  )
  const receiving = startProcess(database)
  receiving.start()
  await expect.poll(waiting).toBe(0)
  await receiving.stop()
})

test('tenants are routed in a fixed order, regardless of the order of arrival', async () => {
  const tenants = [tenantId, await newTenant(), await newTenant(), await newTenant(), await newTenant()]
  const placed: TenantId[] = []
  const released = Promise.withResolvers<void>()
  const receiving = startProcess(database, {
    async lookUp(_, ofTenant) {
      placed.push(ofTenant)
      await released.promise
    },
  })
  const shuffled = [3, 0, 4, 2, 1].flatMap((index) => tenants[index] ?? [])
  // The first text is routed alone, and the others together.
  for (const ofTenant of shuffled) await receiving.keep(callOf('+1', 'us', [{ tenantId: ofTenant }]))
  released.resolve()
  await expect.poll(waiting).toBe(0)
  await receiving.stop()
  const together = placed.slice(1)
  expect(together).toEqual(together.toSorted())
})

test('a stored text that was not routed is found by the next sweep, five seconds after the last', async () => {
  const { clock, ring, timers, delays } = handClock()
  const receiving = startProcess(database, { clock })
  receiving.start()
  for (const to of ['first', 'second']) {
    await expect.poll(timers).toBe(1)
    await keepEvents(database.queries, [textOf('+1', to)])
    ring()
    await expect.poll(waiting).toBe(0)
  }
  await receiving.stop()
  expect([timers(), delays()]).toEqual([0, [5_000]])
})

test.runIf(isOnPostgres)('a phone that is queued is not queued again by its next texts', async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let transactions = 0
  const counting: Database = {
    ...database,
    transaction(work) {
      transactions += 1
      return database.transaction(work)
    },
  }
  const receiving = startProcess(counting, {
    lookUp() {
      begun.resolve()
      return released.promise
    },
  })
  await receiving.keep(callOf('+1', 'us'))
  await begun.promise
  for (const to of ['a', 'b', 'c']) await receiving.keep(callOf('+2', to))
  released.resolve()
  await expect.poll(waiting).toBe(0)
  await receiving.stop()
  // One for each text, and one for each phone.
  expect(transactions).toBe(6)
})

test('a sweep reads more phones only when those that it has read are routed', async () => {
  const texts = Array.from({ length: 2 * SWEPT_AT_ONCE }, (_, index) => textOf(`+1${index}`, 'us'))
  await keepEvents(database.queries, texts)
  let reads = 0
  const counting = {
    ...database,
    // Routing has its own transactions.
    get queries() {
      reads += 1
      return database.queries
    },
  }
  const { clock, timers } = handClock()
  const receiving = startProcess(counting, { clock })
  receiving.start()
  await expect.poll(timers).toBe(1)
  expect([await waiting(), reads]).toEqual([0, 3])
  await receiving.stop()
})

test('a process that stops finishes its batch and starts no other', async () => {
  await keepEvents(
    database.queries,
    Array.from({ length: 2 * BATCH }, (_, index) => textOf('+1', `${index}`)),
  )
  let stopped: Promise<void> | undefined
  let isStopped = false
  const released = Promise.withResolvers<void>()
  const receiving = startProcess(database, {
    lookUp() {
      stopped ??= receiving.stop().then(() => void (isStopped = true))
      return released.promise
    },
  })
  receiving.start()
  await expect.poll(() => stopped !== undefined).toBe(true)
  await setImmediate()
  expect(isStopped).toBe(false)
  released.resolve()
  await stopped
  expect(await waiting()).toBe(BATCH)
})

test('stop waits for a text that is being routed', async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const receiving = startProcess(database, {
    lookUp() {
      begun.resolve()
      return released.promise
    },
  })
  await receiving.keep(callOf('+1', 'us'))
  await begun.promise
  let isStopped = false
  const stopped = receiving.stop().then(() => (isStopped = true))
  await setImmediate()
  expect(isStopped).toBe(false)
  released.resolve()
  await stopped
  expect(await waiting()).toBe(0)
})

test('a stopped process stores texts without routing them, and no longer polls', async () => {
  const { clock, ring, timers, looks } = handClock()
  await keepEvents(
    database.queries,
    Array.from({ length: 1_100 }, (_, index) => textOf(`+1${index}`, 'us')),
  )
  const receiving = startProcess(database, { clock })
  receiving.start()
  ring()
  await receiving.stop()
  await receiving.keep(callOf('+1', 'late'))
  await sql`select 1`.execute(database.queries)
  const before = looks()
  for (let times = 0; times < 3; times += 1) await sql`select 1`.execute(database.queries)
  expect([looks(), timers()]).toEqual([before, 0])
  expect((await rows()).find(({ to }) => to === 'late')).toMatchObject({ isPlaced: false })
})
