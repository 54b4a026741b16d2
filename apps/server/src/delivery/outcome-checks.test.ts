import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertQueuedText, insertTextLike, insertTwin } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../platform/index.ts'
import { takeStatuses } from './status-reports-store.ts'
import type { Send } from './queue-store.ts'
import { createChecking } from './tests/checking.ts'
import type { Checking } from './tests/checking.ts'
import { keepStatus } from './tests/kept-status.ts'

const SID = 'SM1'
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
/** The time between two polls. */
const LOOK = 5 * SECOND

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A text that Twilio has accepted, and whose checks are due from now on. */
let text: Send
let checking: Checking
beforeEach(async () => {
  text = await insertQueuedText(database.queries, { number: '+12025550142', at: new Date() })
  checking = createChecking(database, text.tenantId)
  const now = checking.clock.now()
  await checking.set(text.id, { status: 'sent', due_at: null, posted_at: now, check_at: now, provider_sid: SID })
})

test('a text is checked until its outcome is known, with delays that grow with its age', async () => {
  checking.addToTwilio({ sid: SID, status: 'sent' })
  const pauses: (number | null)[] = []
  for (let looks = 0; looks < 3; looks += 1) {
    await checking.look()
    const pause = await checking.nextCheckOf(text)
    pauses.push(pause)
    checking.clock.pass(pause ?? 0)
  }
  expect(pauses).toEqual([90 * SECOND, 100 * SECOND, 205 * SECOND])
  expect(checking.twilio.asked).toEqual([SID, SID, SID])
  checking.twilio.texts = []
  checking.addToTwilio({ sid: SID, status: 'delivered' })
  await checking.look()
  expect(await checking.stored(text.id)).toMatchObject({ status: 'delivered' })
  expect(await checking.nextCheckOf(text)).toBeNull()
})

test('a text is not checked before its time, nor after three days', async () => {
  checking.addToTwilio({ sid: SID, status: 'sent' })
  await checking.look()
  await checking.look()
  expect(checking.twilio.asked).toEqual([SID])
  checking.clock.pass(3 * DAY)
  await checking.look()
  expect(checking.twilio.asked).toEqual([SID, SID])
  expect(await checking.nextCheckOf(text)).toBeNull()
})

test('the next check of each text depends on its own age', async () => {
  const hourAgo = new Date(checking.clock.now().getTime() - HOUR)
  const older = await insertTextLike(database.queries, text, { provider_sid: 'SM2', posted_at: hourAgo })
  const later = new Date(checking.clock.now().getTime() + DAY)
  const notDue = await insertTextLike(database.queries, text, { provider_sid: 'SM3', check_at: later })
  // A text of a tenant without a Twilio account.
  const twin = await insertTwin(database.queries, text)
  await sql`update deliveries set posted_at = ${hourAgo} where tenant_id = ${twin}`.execute(database.queries)
  for (const sid of [SID, 'SM2']) checking.addToTwilio({ sid })
  await checking.look()
  expect(checking.twilio.asked.toSorted()).toEqual([SID, 'SM2'])
  const pauses = [text, { ...text, id: older }, { ...text, id: notDue }, { ...text, tenantId: twin }]
  expect(await Promise.all(pauses.map((one) => checking.nextCheckOf(one)))).toEqual([
    90 * SECOND,
    HOUR + LOOK,
    DAY - LOOK,
    HOUR + LOOK,
  ])
})

test('a text whose check fails keeps its status and is checked again later', async () => {
  checking.twilio.texts = []
  await checking.look()
  expect(await checking.stored(text.id)).toMatchObject({ status: 'sent' })
  expect(await checking.nextCheckOf(text)).toBe(90 * SECOND)
})

test('a new outcome is announced, an unchanged one is not', async () => {
  checking.addToTwilio({ sid: SID, status: 'sent' })
  await checking.look()
  expect(checking.events).toHaveLength(1)
  checking.clock.pass(90 * SECOND)
  checking.twilio.texts = []
  checking.addToTwilio({ sid: SID, status: 'delivered' })
  await checking.look()
  // The other two events are not about this text’s outcome.
  const [, announced] = checking.events
  expect(checking.events).toHaveLength(3)
  const memberId = (await checking.stored(text.id))?.memberId
  expect(announced).toMatchObject([{ data: { changed: [{ memberId, status: 'delivered' }] } }])
})

test('the result of a check does not overwrite a status reported meanwhile', async () => {
  const answered = Promise.withResolvers<void>()
  checking.twilio.held = answered.promise
  checking.addToTwilio({ sid: SID, status: 'undelivered', errorCode: 30_003 })
  const looked = checking.look()
  await expect.poll(() => checking.twilio.asked).toEqual([SID])
  await checking.set(text.id, { status: 'delivered', check_at: null })
  answered.resolve()
  await looked
  expect(await checking.stored(text.id)).toMatchObject({ status: 'delivered', errorCode: null })
})

test('stored reports are applied when the text is found by SID', async () => {
  await checking.set(text.id, { status: 'unknown', provider_sid: null })
  const { tenantId } = text
  for (const status of ['queued', 'delivered']) {
    await keepStatus(database.queries, { tenantId, messageSid: SID, status, errorCode: null, at: new Date() })
  }
  checking.addToTwilio({ sid: SID, status: 'sent' })
  await checking.look()
  expect(await checking.stored(text.id)).toMatchObject({ status: 'delivered', providerSid: SID })
  expect(await takeStatuses(database.queries, { tenantId, messageSid: SID })).toEqual([])
})

test('unmatched reports are kept for three days', async () => {
  const { tenantId } = text
  const keep = (messageSid: string) =>
    keepStatus(database.queries, { tenantId, messageSid, status: 'sent', errorCode: null, at: checking.clock.now() })
  await keep('SMold')
  checking.clock.pass(5 * SECOND)
  await keep('SMnew')
  checking.clock.pass(3 * DAY - 4 * SECOND)
  await checking.look()
  const kept = async (messageSid: string) => takeStatuses(database.queries, { tenantId, messageSid })
  expect(await kept('SMold')).toEqual([])
  expect(await kept('SMnew')).toEqual([{ status: 'sent', errorCode: null }])
})

test('stop waits for the check in progress and starts no others', async () => {
  await insertTextLike(database.queries, text, { provider_sid: 'SM2' })
  const answered = Promise.withResolvers<void>()
  checking.twilio.held = answered.promise
  checking.addToTwilio({ sid: SID })
  checking.addToTwilio({ sid: 'SM2' })
  checking.checks.start()
  checking.clock.pass(5 * SECOND)
  await expect.poll(() => checking.twilio.asked.length).toBe(1)
  let isStopped = false
  const stopped = checking.checks.stop().then(() => (isStopped = true))
  await setImmediate()
  expect(isStopped).toBe(false)
  answered.resolve()
  await stopped
  checking.clock.pass(DAY)
  expect(checking.twilio.asked).toHaveLength(1)
})

test('an account that does not respond does not delay other tenants’ checks', async () => {
  const silent = await insertQueuedText(database.queries, { number: '+12025550143', at: new Date() })
  const both = createChecking(database, text.tenantId, silent.tenantId)
  await sql`update deliveries set status = 'sent', due_at = null, posted_at = ${both.clock.now()},
      check_at = ${both.clock.now()}, provider_sid = 'SMsilent'
    where tenant_id = ${silent.tenantId}`.execute(database.queries)
  both.addToTwilio({ sid: SID, status: 'sent' })
  both.checks.start()
  await expect
    .poll(() => {
      both.clock.pass(LOOK)
      return both.twilio.asked.filter((sid) => sid === SID).length
    })
    .toBe(2)
  expect(both.twilio.asked.filter((sid) => sid === 'SMsilent')).toHaveLength(1)
  both.endSilence()
  await both.checks.stop()
})
