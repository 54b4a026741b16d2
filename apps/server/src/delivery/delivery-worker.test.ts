import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertQueuedText, insertTextLike } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createLog, newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import type { SenderQueue, Send } from './queue-store.ts'
import { createDeliveryWorker } from './delivery-worker.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`delete from deliveries`.execute(database.queries)
})

const NOW = new Date('2026-11-21T12:00:00Z')
const addText = (number = '+12025550142') => insertQueuedText(database.queries, { number, at: NOW })

/** This many texts from one line, each to another phone. */
async function addQueue(texts: number): Promise<Send> {
  const first = await addText()
  for (let index = 1; index < texts; index += 1) {
    await insertTextLike(database.queries, first, { to_number: `+1202555${1000 + index}` })
  }
  return first
}

const leaveQueue = (id: string) =>
  sql`update deliveries set due_at = null, status = 'sent' where delivery_id = ${id}`.execute(database.queries)

/** A worker whose texts end when the test says so, and leave the queue then. */
function startSender() {
  let now = NOW.getTime()
  let looks = 0
  let tries = 0
  const timers = new Set<() => void>()
  const ends = new Map<string, PromiseWithResolvers<'left' | 'done'> & { answered: () => void }>()
  const givenUp: string[] = []
  const limits = { atOnce: 1_000, paused: [] as TenantId[], resting: [] as SenderQueue[], isBroken: false }
  const uncalled = () => {
    throw new Error('Nobody asks.')
  }
  const sender = createDeliveryWorker({
    queries: database.queries,
    deliver: {
      send({ id }, answered) {
        tries += 1
        const end = Promise.withResolvers<'left' | 'done'>()
        ends.set(id, { ...end, answered })
        return end.promise
      },
      async giveUp({ id }) {
        givenUp.push(id)
        return 'done'
      },
    },
    outages: {
      atOnce: () => limits.atOnce,
      paused() {
        looks += 1
        if (limits.isBroken) throw new Error('The database is gone.')
        return limits.paused
      },
      isPaused: (tenantId) => limits.paused.includes(tenantId),
      note: uncalled,
      stop: uncalled,
    },
    busyQueues: { resting: () => limits.resting, note: uncalled },
    clock: {
      now: () => new Date(now),
      after(_, callback) {
        timers.add(callback)
        return () => timers.delete(callback)
      },
    },
    log: createLog('silent'),
  })
  sender.start()
  return {
    sender,
    limits,
    givenUp,
    /** The IDs of the started texts. */
    begun: () => [...ends.keys()],
    looks: () => looks,
    tries: () => tries,
    hasTimer: () => timers.size > 0,
    /** The worker has seen everything that is due, and waits for the next poll. */
    isIdle: () => expect.poll(() => timers.size).toBe(1),
    /** A pause passes, and the timers fire. */
    pass(ms = 10_000) {
      now += ms
      const due = [...timers]
      timers.clear()
      for (const ring of due) ring()
    },
    async end(id: string, error?: Error) {
      await leaveQueue(id)
      if (error) ends.get(id)?.reject(error)
      else ends.get(id)?.resolve('done')
    },
    /** Twilio has answered; the outcome is not recorded yet. */
    answer: (id: string) => ends.get(id)?.answered(),
    /** It waits for another text, and is not one of the started ones any more. */
    leave(id: string) {
      ends.get(id)?.resolve('left')
      ends.delete(id)
    },
    async stop() {
      for (const { resolve } of ends.values()) resolve('done')
      await sender.stop()
    },
  }
}

test('at most four texts of a line are sent concurrently, and the next one starts when one ends', async () => {
  await addQueue(6)
  const sending = startSender()
  await sending.isIdle()
  const first = sending.begun()
  expect(first).toHaveLength(4)
  await sending.end(first[0] ?? '')
  await expect.poll(() => sending.begun().length).toBe(5)
  await sending.isIdle()
  expect(sending.begun()).toHaveLength(5)
  await sending.stop()
})

test('texts that one look found start one after the other, each when Twilio has answered another', async () => {
  await addQueue(10)
  const sending = startSender()
  await sending.isIdle()
  const looks = sending.looks()
  for (const place of [0, 1, 2, 3, 4]) {
    sending.answer(sending.begun()[place] ?? '')
    expect(sending.begun()).toHaveLength(place + 5)
  }
  // Its outcome is recorded; another text of the line is still ready.
  await sending.end(sending.begun()[0] ?? '')
  await sending.isIdle()
  expect(sending.looks()).toBe(looks)
  await sending.stop()
})

test('at the limit, a line goes on with the phone after the last one that was started', async () => {
  const sending = startSender()
  await sending.isIdle()
  const others: Send[] = []
  for (let texts = 0; texts < 62; texts += 1) {
    const added = await addText()
    others.push(added)
    sending.sender.wake([added])
    await leaveQueue(added.id)
  }
  const first = await addText('+12025550001')
  const add = (phone: number) => insertTextLike(database.queries, first, { to_number: `+120255500${phone}` })
  const third = [await add(11), await add(12)][1]
  for (let phone = 13; phone < 40; phone += 1) await add(phone)
  sending.sender.wake([{ tenantId: first.tenantId }])
  await sending.isIdle()
  expect(sending.begun()).toHaveLength(64)
  sending.answer(others[0]?.id ?? '')
  await expect.poll(() => sending.begun().at(-1)).toBe(third)
  await sending.stop()
})

test('every phone of a line gets its turn before one gets its second text', async () => {
  const first = await addQueue(20)
  const second = await insertTextLike(database.queries, first, { to_number: '+12025551005', part: 2, parts: 2 })
  const sending = startSender()
  for (let place = 0; place < 21; place += 1) {
    await expect.poll(() => sending.begun().length).toBeGreaterThan(place)
    await sending.end(sending.begun()[place] ?? '')
  }
  expect(sending.begun().at(-1)).toBe(second)
  await sending.stop()
})

test('found texts of a slow line hold up no other line of the tenant', async () => {
  const slow = await addQueue(10)
  const quick = { ...slow, fromNumberId: newId<Send['fromNumberId']>() }
  const addQuick = async () => insertTextLike(database.queries, slow, { from_number_id: quick.fromNumberId })
  const first = await addQuick()
  const sending = startSender()
  await sending.isIdle()
  expect(sending.begun()).toContain(first)
  const second = await addQuick()
  await sending.end(first)
  await expect.poll(sending.begun).toContain(second)
  await sending.stop()
})

test('found texts wait while their line or tenant is paused, and start after the pause', async () => {
  const { tenantId, fromNumberId } = await addQueue(6)
  const sending = startSender()
  await sending.isIdle()
  sending.limits.resting = [{ tenantId, fromNumberId }]
  for (const id of sending.begun()) await sending.end(id)
  await sending.isIdle()
  expect(sending.begun()).toHaveLength(4)
  sending.limits.resting = []
  sending.pass()
  await expect.poll(() => sending.begun().length).toBe(6)
  await sending.stop()
})

test('at the limit, found texts take turns with those of others', async () => {
  await addQueue(6)
  const sending = startSender()
  await sending.isIdle()
  const ofQueue = sending.begun()
  for (let texts = 0; texts < 60; texts += 1) {
    const added = await addText()
    sending.sender.wake([added])
    await leaveQueue(added.id)
  }
  expect(sending.begun()).toHaveLength(64)
  const others = [await addText(), await addText()]
  sending.sender.wake(others)
  for (const id of ofQueue.slice(0, 3)) sending.answer(id)
  await sending.isIdle()
  expect(sending.begun()).toHaveLength(67)
  expect(sending.begun()).toEqual(expect.arrayContaining(others.map(({ id }) => id)))
  await sending.stop()
})

test('at most 64 texts are sent concurrently', async () => {
  for (let texts = 0; texts < 66; texts += 1) await addText()
  const sending = startSender()
  await sending.isIdle()
  expect(sending.begun()).toHaveLength(64)
  const looks = sending.looks()
  sending.sender.wake([{ tenantId: newId<TenantId>() }])
  await sending.isIdle()
  expect(sending.looks()).toBe(looks)
  await sending.end(sending.begun()[0] ?? '')
  await expect.poll(() => sending.begun().length).toBe(65)
  await sending.stop()
})

test('a tenant’s concurrent texts are limited by the outage guard, without delaying other tenants', async () => {
  const { tenantId } = await addQueue(3)
  const other = await addText()
  const sending = startSender()
  sending.limits.atOnce = 2
  await sending.isIdle()
  expect(sending.begun()).toHaveLength(3)
  expect(sending.begun()).toContain(other.id)
  await sending.stop()
  expect(tenantId).not.toBe(other.tenantId)
})

test('waking the worker for a tenant at its limit does not poll the queue', async () => {
  const { tenantId } = await addText()
  const sending = startSender()
  sending.limits.atOnce = 1
  await sending.isIdle()
  const looks = sending.looks()
  sending.sender.wake([{ tenantId }])
  await sending.isIdle()
  expect(sending.looks()).toBe(looks)
  sending.sender.wake([{ tenantId }, { tenantId: newId<TenantId>() }])
  await expect.poll(sending.looks).toBe(looks + 1)
  await sending.stop()
})

test('paused tenants and lines are skipped until they resume', async () => {
  const paused = await addText()
  const resting = await addText()
  const sending = startSender()
  sending.limits.paused = [paused.tenantId]
  sending.limits.resting = [resting]
  await sending.isIdle()
  expect(sending.begun()).toEqual([])
  sending.limits.paused = []
  sending.limits.resting = []
  sending.pass()
  await expect.poll(() => sending.begun().toSorted()).toEqual([paused.id, resting.id].toSorted())
  await sending.stop()
})

test('a text that is being sent is not started again', async () => {
  const { tenantId, id } = await addText()
  const sending = startSender()
  await sending.isIdle()
  const [first] = sending.begun()
  expect(first).toBe(id)
  const looks = sending.looks()
  sending.sender.wake([{ tenantId }])
  await sending.isIdle()
  expect(sending.looks()).toBeGreaterThan(looks)
  await sending.end(id)
  await sending.isIdle()
  expect(sending.begun()).toEqual([id])
  await sending.stop()
})

test('a text added during a poll is found by another poll', async () => {
  const sending = startSender()
  const added = await addText()
  sending.sender.wake([{ tenantId: added.tenantId }])
  sending.sender.wake([{ tenantId: added.tenantId }])
  await expect.poll(sending.begun).toEqual([added.id])
  await sending.stop()
})

test('abandoned texts are given up, at most every ten seconds', async () => {
  const { tenantId, id } = await addText()
  await sql`update deliveries set due_at = null, status = 'sending', leased_until = ${new Date(0)}`.execute(
    database.queries,
  )
  const sending = startSender()
  await sending.isIdle()
  for (let times = 0; times < 3; times += 1) {
    sending.sender.wake([{ tenantId }])
    await sending.isIdle()
  }
  expect(sending.givenUp).toEqual([id])
  sending.pass()
  await expect.poll(() => sending.givenUp).toEqual([id, id])
  await sending.stop()
})

test('a failed text or a failed poll does not stop other texts', async () => {
  const first = await addText()
  const sending = startSender()
  await sending.isIdle()
  sending.limits.isBroken = true
  await sending.end(first.id, new Error('Twilio is gone.'))
  await sending.isIdle()
  const second = await addText()
  sending.limits.isBroken = false
  sending.pass()
  await expect.poll(sending.begun).toEqual([first.id, second.id])
  await sending.stop()
})

test('stop waits for texts in progress and starts no others', async () => {
  const first = await addText()
  const sending = startSender()
  await sending.isIdle()
  let isStopped = false
  const stopped = sending.sender.stop().then(() => (isStopped = true))
  expect(sending.hasTimer()).toBe(false)
  await addText()
  sending.sender.wake([{ tenantId: newId<TenantId>() }])
  const looks = sending.looks()
  await sending.end(first.id)
  expect(isStopped).toBe(false)
  await stopped
  expect([sending.begun(), sending.looks(), sending.hasTimer()]).toEqual([[first.id], looks, false])
})

test('a worker stopped during a poll does not poll again', async () => {
  const sending = startSender()
  await sending.sender.stop()
  await addText()
  await expect.poll(sending.looks).toBe(1)
  expect(sending.hasTimer()).toBe(false)
})

test('a text that was just added is sent without a look at the queue if nothing waits', async () => {
  const sending = startSender()
  await sending.isIdle()
  const looks = sending.looks()
  const added = await addText()
  sending.sender.wake([added])
  sending.sender.wake([added])
  expect([sending.begun(), sending.tries()]).toEqual([[added.id], 1])
  await sending.end(added.id)
  await sending.isIdle()
  expect(sending.looks()).toBe(looks)
  await sending.stop()
})

test('a text that was just added waits behind others', async () => {
  const first = await addQueue(5)
  const sending = startSender()
  await sending.isIdle()
  expect(sending.begun()).toHaveLength(4)
  sending.sender.wake([{ ...first, id: newId<Send['id']>() }])
  expect(sending.begun()).toHaveLength(4)
  await sending.stop()
})

test('a text that was just added does not wait behind those of another tenant', async () => {
  await addQueue(6)
  const sending = startSender()
  await sending.isIdle()
  const begun = sending.begun()
  const added = await addText()
  sending.sender.wake([added])
  expect(sending.begun()).toEqual([...begun, added.id])
  // Nor after the queue was read again while it was being sent.
  await sending.end(begun[0] ?? '')
  await sending.isIdle()
  const later = { ...added, id: newId<Send['id']>() }
  sending.sender.wake([later])
  expect(sending.begun()).toContain(later.id)
  await sending.stop()
})

test('a text that was left is found when the one before it to its phone has ended', async () => {
  const sending = startSender()
  await sending.isIdle()
  const first = await addText()
  const id = await insertTextLike(database.queries, first, { part: 2, parts: 2 })
  sending.sender.wake([first, { ...first, id }])
  expect(sending.begun()).toEqual([first.id, id])
  sending.leave(id)
  await sending.isIdle()
  expect(sending.begun()).toEqual([first.id])
  await sending.end(first.id)
  await expect.poll(sending.begun).toEqual([first.id, id])
  await sending.stop()
})

test('a text that was just added waits for a line or tenant that is paused', async () => {
  const sending = startSender()
  await sending.isIdle()
  const added = await addText()
  sending.limits.resting = [added]
  sending.sender.wake([added])
  sending.limits.resting = []
  await sending.isIdle()
  sending.limits.paused = [added.tenantId]
  sending.sender.wake([added])
  await sending.isIdle()
  expect(sending.begun()).toEqual([])
  await sending.stop()
})
