import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertQueuedText, insertTextLike, insertTwin } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import type { DeliveryId } from '../transcript/index.ts'
import type { Send } from './queue-store.ts'
import { createChecking } from './tests/checking.ts'
import type { Checking } from './tests/checking.ts'

const MINUTE = 60_000
const FRONT_DESK = '+12025550100'
const BACK_DESK = '+12025550101'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Accepted by Twilio, without any report. */
let text: Send
let checking: Checking
beforeEach(async () => {
  text = await insertQueuedText(database.queries, { number: '+12025550142', at: new Date() })
  checking = createChecking(database, text.tenantId)
  checking.twilio.answersAtStartup = true
  const now = checking.clock.now()
  const columns = { status: 'sending', due_at: null, posted_at: now, check_at: now, provider_sid: 'SM1' }
  await checking.set(text.id, columns)
})

/** The process starts, and runs until the text has this status. */
async function startUntil(status: string, id: DeliveryId = text.id) {
  checking.checks.start()
  await expect.poll(async () => (await checking.stored(id))?.status).toBe(status)
  await checking.checks.stop()
}

test('at startup, accepted texts are settled from Twilio’s list without a request for each', async () => {
  const sent = await insertTextLike(database.queries, text, { status: 'sent', provider_sid: 'SM2' })
  const queued = await insertTextLike(database.queries, text, { provider_sid: 'SM3' })
  checking.addToTwilio({ sid: 'SM4', body: 'Another' })
  checking.addToTwilio({ sid: 'SM3', status: 'queued' })
  checking.addToTwilio({ sid: 'SM1', status: 'delivered' })
  checking.addToTwilio({ sid: 'SM2', status: 'undelivered', errorCode: 30_003 })
  await startUntil('undelivered', sent)
  expect(await checking.stored(text.id)).toMatchObject({ status: 'delivered' })
  expect(await checking.stored(queued)).toMatchObject({ status: 'sending', attempts: 0 })
  expect(checking.twilio.asked).toEqual([])
})

test('the list is read from a minute before the first text, until all texts are found', async () => {
  const earlier = new Date(checking.clock.now().getTime() - 10 * MINUTE)
  const first = await insertTextLike(database.queries, text, { provider_sid: 'SM2', posted_at: earlier })
  const at = (ms: number) => new Date(earlier.getTime() + ms)
  checking.addToTwilio({ sid: 'SM1', status: 'delivered' })
  checking.addToTwilio({ sid: 'SM2', status: 'delivered', createdAt: at(-MINUTE) })
  checking.addToTwilio({ sid: 'SM3', status: 'delivered' })
  await startUntil('delivered', first)
  expect(await checking.stored(text.id)).toMatchObject({ status: 'delivered' })
  expect(checking.twilio.readAtStartup).toEqual([`${FRONT_DESK} SM1`, `${FRONT_DESK} SM2`])
})

/** Another line of the tenant, and a delivered text from it. */
async function addBackDesk() {
  const numberId = newId()
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${text.tenantId}, ${numberId}, 'PN2', ${BACK_DESK}, 'Back desk', now())`.execute(database.queries)
  checking.addToTwilio({ sid: 'SMback', status: 'delivered', from: BACK_DESK })
  return insertTextLike(database.queries, text, { provider_sid: 'SMback', from_number_id: numberId })
}

test('the lists of all the tenant’s lines with unsettled texts are read, and no others', async () => {
  const fromBackDesk = await addBackDesk()
  await insertTwin(database.queries, text)
  await sql`update lines set number = '+12025550109' where tenant_id <> ${text.tenantId}`.execute(database.queries)
  checking.addToTwilio({ sid: 'SM1', status: 'delivered' })
  await startUntil('delivered', fromBackDesk)
  await startUntil('delivered')
  expect(new Set(checking.twilio.listedAtStartup)).toEqual(new Set([FRONT_DESK, BACK_DESK]))
})

test('no list is read for texts with a known outcome, without a SID, or that were never posted', async () => {
  // Reported before the response to its post. The first one, so that no other list would be read after an error.
  const neverPosted = { status: 'sent', check_at: checking.clock.now(), provider_sid: 'SM6', posted_at: null }
  await insertTextLike(database.queries, text, neverPosted)
  const fromBackDesk = await addBackDesk()
  await checking.set(text.id, { status: 'delivered', check_at: null })
  await insertTextLike(database.queries, text, { status: 'sent', check_at: null, provider_sid: 'SM5' })
  const unknown = { status: 'unknown', check_at: checking.clock.now(), provider_sid: null }
  await insertTextLike(database.queries, text, unknown)
  checking.addToTwilio({ sid: 'SM1', status: 'delivered' })
  await startUntil('delivered', fromBackDesk)
  expect(checking.twilio.listedAtStartup).toEqual([BACK_DESK])
})

test('a process that stops at once requests no list', async () => {
  checking.checks.start()
  await checking.checks.stop()
  expect(checking.twilio.listedAtStartup).toEqual([])
})

test('stop waits for the page in progress and reads no further', async () => {
  const answered = Promise.withResolvers<void>()
  checking.twilio.held = answered.promise
  checking.addToTwilio({ sid: 'SM1', status: 'delivered' })
  checking.addToTwilio({ sid: 'SM2', status: 'delivered' })
  await insertTextLike(database.queries, text, { provider_sid: 'SM2' })
  checking.checks.start()
  await expect.poll(() => checking.twilio.listedAtStartup).toEqual([FRONT_DESK])
  let isStopped = false
  const stopped = checking.checks.stop().then(() => (isStopped = true))
  await setImmediate()
  expect(isStopped).toBe(false)
  answered.resolve()
  await stopped
  expect(checking.twilio.readAtStartup).toEqual([`${FRONT_DESK} SM1`])
  expect(await checking.stored(text.id)).toMatchObject({ status: 'sending' })
})
