import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTextLike } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import type { Send } from './queue-store.ts'
import { addQueue, addText, leaveQueue, startSender } from './tests/started-sender.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`delete from deliveries`.execute(database.queries)
})

test('at most four texts of a line are sent concurrently, and the next one starts when one ends', async () => {
  await addQueue(database.queries, 6)
  const sending = startSender(database.queries)
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
  await addQueue(database.queries, 10)
  const sending = startSender(database.queries)
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
  const sending = startSender(database.queries)
  await sending.isIdle()
  const others: Send[] = []
  for (let texts = 0; texts < 62; texts += 1) {
    const added = await addText(database.queries)
    others.push(added)
    sending.sender.wake([added])
    await leaveQueue(database.queries, added.id)
  }
  const first = await addText(database.queries, '+12025550001')
  const add = (phone: number) => insertTextLike(database.queries, first, { to_number: `+120255500${phone}` })
  const third = [await add(11), await add(12)][1]
  for (let phone = 13; phone < 60; phone += 1) await add(phone)
  sending.sender.wake([{ tenantId: first.tenantId }])
  await sending.isIdle()
  expect(sending.begun()).toHaveLength(64)
  sending.answer(others[0]?.id ?? '')
  await expect.poll(() => sending.begun().at(-1)).toBe(third)
  await sending.stop()
})

test('every phone of a line gets its turn before one gets its second text', async () => {
  const first = await addQueue(database.queries, 34)
  const second = await insertTextLike(database.queries, first, { to_number: '+12025551005', part: 2, parts: 2 })
  const sending = startSender(database.queries)
  for (let place = 0; place < 35; place += 1) {
    await expect.poll(() => sending.begun().length).toBeGreaterThan(place)
    await sending.end(sending.begun()[place] ?? '')
  }
  expect(sending.begun().at(-1)).toBe(second)
  await sending.stop()
})

test('a long line is looked at again when what was found of it has started', async () => {
  await addQueue(database.queries, 34)
  const sending = startSender(database.queries)
  for (let place = 0; place < 34; place += 1) {
    await expect.poll(() => sending.begun().length).toBeGreaterThan(place)
    await sending.end(sending.begun()[place] ?? '')
  }
  await sending.stop()
})

test('found texts of a slow line hold up no other line of the tenant', async () => {
  const slow = await addQueue(database.queries, 10)
  const quick = { ...slow, fromNumberId: newId<Send['fromNumberId']>() }
  const addQuick = async () => insertTextLike(database.queries, slow, { from_number_id: quick.fromNumberId })
  const first = await addQuick()
  const sending = startSender(database.queries)
  await sending.isIdle()
  expect(sending.begun()).toContain(first)
  const second = await addQuick()
  await sending.end(first)
  await expect.poll(sending.begun).toContain(second)
  await sending.stop()
})

test('found texts wait while their line or tenant is paused, and start after the pause', async () => {
  const { tenantId, fromNumberId } = await addQueue(database.queries, 6)
  const sending = startSender(database.queries)
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
  await addQueue(database.queries, 6)
  const sending = startSender(database.queries)
  await sending.isIdle()
  const ofQueue = sending.begun()
  for (let texts = 0; texts < 60; texts += 1) {
    const added = await addText(database.queries)
    sending.sender.wake([added])
    await leaveQueue(database.queries, added.id)
  }
  expect(sending.begun()).toHaveLength(64)
  const others = [await addText(database.queries), await addText(database.queries)]
  sending.sender.wake(others.map(({ tenantId }) => ({ tenantId })))
  for (const id of ofQueue.slice(0, 3)) sending.answer(id)
  await sending.isIdle()
  expect(sending.begun()).toHaveLength(67)
  expect(sending.begun()).toEqual(expect.arrayContaining(others.map(({ id }) => id)))
  await sending.stop()
})

test('at most 64 texts are sent concurrently', async () => {
  for (let texts = 0; texts < 66; texts += 1) await addText(database.queries)
  const sending = startSender(database.queries)
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
  const { tenantId } = await addQueue(database.queries, 3)
  const other = await addText(database.queries)
  const sending = startSender(database.queries)
  sending.limits.atOnce = 2
  await sending.isIdle()
  expect(sending.begun()).toHaveLength(3)
  expect(sending.begun()).toContain(other.id)
  await sending.stop()
  expect(tenantId).not.toBe(other.tenantId)
})

test('waking the worker for a tenant at its limit does not poll the queue', async () => {
  const { tenantId } = await addText(database.queries)
  const sending = startSender(database.queries)
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
  const paused = await addText(database.queries)
  const resting = await addText(database.queries)
  const sending = startSender(database.queries)
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
  const { tenantId, id } = await addText(database.queries)
  const sending = startSender(database.queries)
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
  const sending = startSender(database.queries)
  const added = await addText(database.queries)
  sending.sender.wake([{ tenantId: added.tenantId }])
  sending.sender.wake([{ tenantId: added.tenantId }])
  await expect.poll(sending.begun).toEqual([added.id])
  await sending.stop()
})

test('abandoned texts are given up, at most every ten seconds', async () => {
  const { tenantId, id } = await addText(database.queries)
  await sql`update deliveries set due_at = null, status = 'sending', leased_until = ${new Date(0)}`.execute(
    database.queries,
  )
  const sending = startSender(database.queries)
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
  const first = await addText(database.queries)
  const sending = startSender(database.queries)
  await sending.isIdle()
  sending.limits.isBroken = true
  await sending.end(first.id, new Error('Twilio is gone.'))
  await sending.isIdle()
  const second = await addText(database.queries)
  sending.limits.isBroken = false
  sending.pass()
  await expect.poll(sending.begun).toEqual([first.id, second.id])
  await sending.stop()
})

test('stop waits for texts in progress and starts no others', async () => {
  const first = await addText(database.queries)
  const sending = startSender(database.queries)
  await sending.isIdle()
  let isStopped = false
  const stopped = sending.sender.stop().then(() => (isStopped = true))
  expect(sending.hasTimer()).toBe(false)
  await addText(database.queries)
  sending.sender.wake([{ tenantId: newId<TenantId>() }])
  const looks = sending.looks()
  await sending.end(first.id)
  expect(isStopped).toBe(false)
  await stopped
  expect([sending.begun(), sending.looks(), sending.hasTimer()]).toEqual([[first.id], looks, false])
})

test('a worker stopped during a poll does not poll again', async () => {
  const sending = startSender(database.queries)
  await sending.sender.stop()
  await addText(database.queries)
  await expect.poll(sending.looks).toBe(1)
  expect(sending.hasTimer()).toBe(false)
})
