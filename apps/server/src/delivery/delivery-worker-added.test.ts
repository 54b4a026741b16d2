import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTextLike } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import type { Send } from './queue-store.ts'
import { NOW, addQueue, addText, holdResults, leaveQueue, startSender } from './tests/started-sender.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`delete from deliveries`.execute(database.queries)
})

test('a text that was just added is sent without a look at the queue if nothing waits', async () => {
  const sending = startSender(database.queries)
  await sending.isIdle()
  const looks = sending.looks()
  const added = await addText(database.queries)
  sending.sender.wake([added])
  sending.sender.wake([added])
  expect([sending.begun(), sending.tries()]).toEqual([[added.id], 1])
  await sending.end(added.id)
  await sending.isIdle()
  expect(sending.looks()).toBe(looks)
  await sending.stop()
})

test('a text that was just added waits behind others of its line, and starts without a look at the queue', async () => {
  const first = await addQueue(database.queries, 5)
  const sending = startSender(database.queries)
  await sending.isIdle()
  const looks = sending.looks()
  const toNumber = '+12025559999'
  const added = { ...first, toNumber, id: await insertTextLike(database.queries, first, { to_number: toNumber }) }
  sending.sender.wake([added])
  sending.sender.wake([added])
  expect(sending.begun()).toHaveLength(4)
  for (const id of sending.begun().slice(0, 2)) await sending.end(id)
  await expect.poll(sending.begun).toHaveLength(6)
  expect(sending.begun().at(-1)).toBe(added.id)
  await sending.isIdle()
  expect(sending.looks()).toBe(looks)
  await sending.stop()
})

test('of texts that were just added, more than 32 of a line are found by a look at the queue', async () => {
  const first = await addQueue(database.queries, 4)
  const sending = startSender(database.queries)
  await sending.isIdle()
  const looks = sending.looks()
  const phones = Array.from({ length: 36 }, (_, index) => `+1202556${2000 + index}`)
  for (const toNumber of phones) {
    const id = await insertTextLike(database.queries, first, { to_number: toNumber })
    sending.sender.wake([{ ...first, toNumber, id }])
  }
  for (let place = 0; place < 40; place += 1) {
    await expect.poll(() => sending.begun().length).toBeGreaterThan(place)
    await sending.end(sending.begun()[place] ?? '')
  }
  await sending.isIdle()
  const more = sending.looks() - looks
  expect(more).toBeGreaterThan(0)
  expect(more).toBeLessThan(phones.length / 2)
  await sending.stop()
})

test('a text that was added while another to its phone was ending starts after it', async () => {
  const first = await addText(database.queries)
  const sending = startSender(database.queries)
  await sending.isIdle()
  await leaveQueue(database.queries, first.id)
  const id = await insertTextLike(database.queries, first, { status: 'queued', due_at: NOW, part: 2, parts: 2 })
  sending.sender.wake([{ ...first, id }])
  expect(sending.begun()).toEqual([first.id])
  sending.endAlone(first.id)
  await expect.poll(sending.begun).toEqual([first.id, id])
  await sending.stop()
})

test('a text that was just added does not wait behind those of another tenant', async () => {
  await addQueue(database.queries, 6)
  const sending = startSender(database.queries)
  await sending.isIdle()
  const begun = sending.begun()
  const added = await addText(database.queries)
  sending.sender.wake([added])
  expect(sending.begun()).toEqual([...begun, added.id])
  // Nor after the queue was read again while it was being sent.
  await sending.end(begun[0] ?? '')
  await sending.isIdle()
  const later = { ...added, toNumber: '+12025559999', id: newId<Send['id']>() }
  sending.sender.wake([later])
  expect(sending.begun()).toContain(later.id)
  await sending.stop()
})

test('the second of two texts to a phone that were just added starts when the first has ended', async () => {
  const sending = startSender(database.queries)
  await sending.isIdle()
  const first = await addText(database.queries)
  const id = await insertTextLike(database.queries, first, { part: 2, parts: 2 })
  sending.sender.wake([first, { ...first, id }])
  await sending.isIdle()
  expect(sending.begun()).toEqual([first.id])
  await sending.end(first.id)
  await expect.poll(sending.begun).toEqual([first.id, id])
  await sending.stop()
})

test('two texts to a phone that were just added and wait for room start one after the other', async () => {
  const first = await addQueue(database.queries, 4)
  const sending = startSender(database.queries)
  await sending.isIdle()
  const begun = sending.begun()
  const toNumber = '+12025559999'
  const [one, two] = [
    await insertTextLike(database.queries, first, { to_number: toNumber }),
    await insertTextLike(database.queries, first, { to_number: toNumber, part: 2, parts: 2 }),
  ]
  sending.sender.wake([one, two].map((id) => ({ ...first, toNumber, id })))
  for (const id of begun.slice(0, 3)) await sending.end(id)
  await sending.isIdle()
  expect(sending.begun()).toEqual([...begun, one])
  await sending.end(one)
  await expect.poll(sending.begun).toEqual([...begun, one, two])
  await sending.stop()
})

test('a text that was left during a look at the queue is found by another one', async () => {
  const first = await addQueue(database.queries, 3)
  const held = holdResults()
  const sending = startSender(database.queries.withPlugin(held.plugin))
  await sending.isIdle()
  const [left = '', ...others] = sending.begun()
  const setDue = (at: Date | null) =>
    sql`update deliveries set due_at = ${at} where delivery_id = ${left}`.execute(database.queries)
  await setDue(null)
  const release = held.hold()
  sending.sender.wake([{ tenantId: newId<TenantId>() }])
  await held.reached()
  const added = ['+12025558001', '+12025558002', '+12025558003']
  for (const toNumber of added) {
    const id = await insertTextLike(database.queries, first, { to_number: toNumber, due_at: NOW })
    sending.sender.wake([{ ...first, toNumber, id }])
  }
  sending.leave(left)
  await expect.poll(sending.begun).toHaveLength(4)
  release()
  await sending.isIdle()
  await setDue(NOW)
  for (const id of others) await sending.end(id)
  for (const id of sending.begun().slice(2)) await sending.end(id)
  await expect.poll(sending.begun).toContain(left)
  await sending.stop()
})

test('a text that was left is found again', async () => {
  const first = await addText(database.queries)
  const sending = startSender(database.queries)
  await sending.isIdle()
  sending.leave(first.id)
  await expect.poll(sending.begun).toEqual([first.id])
  await sending.stop()
})

test('a text that was just added waits for a line or tenant that is paused', async () => {
  const sending = startSender(database.queries)
  await sending.isIdle()
  const added = await addText(database.queries)
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
