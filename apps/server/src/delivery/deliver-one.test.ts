import type { UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertQueuedText, insertTextLike } from '../../tests/queued-text.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { createTestChats } from '../../tests/test-chats.ts'
import { recordConsent } from '../../tests/record-consent.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { until } from '../../tests/until.ts'
import { createLog, newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { requeueDelivery } from '../transcript/index.ts'
import { REQUEST_TIMEOUT_MS } from '../twilio/index.ts'
import { createStatusReports } from './status-reports.ts'
import { takeStatuses } from './status-reports-store.ts'
import { dueSends } from './queue-store.ts'
import type { Send } from './queue-store.ts'
import { accepted, busy, createDelivering, refused } from './tests/delivering.ts'
import { keepStatus } from './tests/kept-status.ts'

const PHONE = '+12025550142'
const [FIRST_SID, SECOND_SID] = [`SM${'1'.repeat(32)}`, `SM${'2'.repeat(32)}`]
/** Longer than a lease. */
const OVER_MS = 60_000

const uncalled = () => {
  throw new Error('Nobody asks.')
}

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const clock = createStillClock()
let send: Send
beforeEach(async () => {
  send = await insertQueuedText(database.queries, { number: PHONE, at: clock.now() })
})

const delivering = (meddling?: Parameters<typeof createDelivering>[1]) =>
  createDelivering({ database, clock, send }, meddling)

const sendAgain = () =>
  database.transaction((trx) => requeueDelivery(trx, send.tenantId, { id: send.id, at: clock.now(), requestId: null }))

test('a queued text is not sent to a country that is no longer allowed', async () => {
  await sql`update tenants set allowed_countries = '{GB}' where tenant_id = ${send.tenantId}`.execute(database.queries)
  const { deliver, posts, stored } = delivering()
  await deliver.send(send)
  const errorText = expect.stringContaining('Texts to United States are not allowed.') as string
  expect(await stored()).toMatchObject({ status: 'failed', errorText })
  expect(posts).toEqual([])
})

/** Counts the requests to Twilio until the text has failed. */
async function postsUntilFailed() {
  const { deliver, posts, stored } = delivering()
  void deliver.send(send)
  await until(async () => posts.length > 0 || (await stored())?.status === 'failed')
  return posts
}

test.each([
  ['+525515875145', '+5215515875145'],
  ['+5215515875145', '+525515875145'],
  ['+541123456789', '+5491123456789'],
  ['+551187654321', '+5511987654321'],
])('a text that is queued for %s is not sent once %s has opted out', async (number, refused) => {
  send = await insertQueuedText(database.queries, { number, at: clock.now() })
  const { tenantId, fromNumberId: lineId } = send
  await database.transaction((trx) => recordConsent(trx, { tenantId, lineId, number: refused }))
  expect(await postsUntilFailed()).toEqual([])
})

test('a text that is queued is not sent once its phone was opted out by hand', async () => {
  const { tenantId, fromNumberId: lineId } = send
  const by = newId<UserId>()
  const byHand = { source: 'manual', by } as const
  await database.transaction((trx) => recordConsent(trx, { tenantId, lineId, number: PHONE }, byHand))
  expect(await postsUntilFailed()).toEqual([])
})

test('the end of a text says whether another one waits for its phone', async () => {
  const last = await insertTextLike(database.queries, send, { part: 2, parts: 2 })
  const answer = await delivering().begin()
  expect(await answer(accepted(FIRST_SID))).toBe('followed')
  const answerLast = await createDelivering({ database, clock, send: { ...send, id: last } }).begin()
  expect(await answerLast(accepted(SECOND_SID))).toBe('done')
})

describe('a response that arrives after the text was given up', () => {
  test('is recorded, and the outcome is checked', async () => {
    const { deliver, begin, stored, times } = delivering()
    const answer = await begin()
    clock.pass(OVER_MS)
    await deliver.giveUp(send)
    expect(await stored()).toMatchObject({ status: 'unknown' })
    await answer(accepted(FIRST_SID))
    expect(await stored()).toMatchObject({ status: 'sending', providerSid: FIRST_SID, errorText: null })
    expect(await times()).toEqual({ isDue: false, isLeased: false, isChecked: true })
  })

  test.each([busy, refused])('does not affect a text that a user has resent', async (lateAnswer) => {
    const { deliver, begin, posts, stored, times } = delivering()
    const late = await begin()
    clock.pass(OVER_MS)
    await deliver.giveUp(send)
    await sendAgain()
    const answer = await begin()
    await late(lateAnswer())
    expect(await times()).toEqual({ isDue: false, isLeased: true, isChecked: false })
    await answer(accepted(SECOND_SID))
    expect(await stored()).toMatchObject({ status: 'sending', providerSid: SECOND_SID })
    expect(posts).toHaveLength(2)
  })

  test('is recorded as an earlier attempt of a resent text, whose late reports are not applied', async () => {
    const { deliver, begin, stored } = delivering()
    const late = await begin()
    clock.pass(OVER_MS)
    await deliver.giveUp(send)
    await sendAgain()
    const answer = await begin()
    const { tenantId } = send
    const report = { status: 'failed', errorCode: 30_003, at: clock.now() }
    await keepStatus(database.queries, { tenantId, messageSid: FIRST_SID, ...report })
    await late(accepted(FIRST_SID))
    await answer(accepted(SECOND_SID))
    const second = { status: 'sending', providerSid: SECOND_SID, earlierSids: [FIRST_SID] }
    expect(await stored()).toMatchObject(second)
    expect(await takeStatuses(database.queries, { tenantId, messageSid: FIRST_SID })).toHaveLength(1)
  })
})

describe('a text that Twilio refuses because of a STOP', () => {
  const optOuts = async () => {
    const { rows } = await sql`select number, source from opt_outs where tenant_id = ${send.tenantId}`.execute(
      database.queries,
    )
    return rows
  }

  test('fails in the same transaction that records the opt-out', async () => {
    await sql`alter table opt_outs add constraint full_up check (false) not valid`.execute(database.queries)
    const { begin, stored } = delivering()
    const failing = await begin()
    await expect(failing(refused(21_610))).rejects.toThrow('full_up')
    expect([await stored(), await optOuts()]).toEqual([expect.objectContaining({ status: 'sending' }), []])
    await sql`alter table opt_outs drop constraint full_up`.execute(database.queries)
    await sql`update deliveries set status = 'queued', due_at = ${clock.now()}, leased_until = null
      where delivery_id = ${send.id}`.execute(database.queries)
    const answer = await begin()
    await answer(refused(21_610))
    expect(await stored()).toMatchObject({ status: 'failed', errorCode: 21610 })
    expect(await optOuts()).toEqual([{ number: PHONE, source: 'refused' }])
  })

  test('records the opt-out even if a user has resent the text', async () => {
    const { deliver, begin, stored } = delivering()
    const late = await begin()
    clock.pass(OVER_MS)
    await deliver.giveUp(send)
    await sendAgain()
    await late(refused(21_610))
    expect(await stored()).toMatchObject({ status: 'queued' })
    expect(await optOuts()).toEqual([{ number: PHONE, source: 'refused' }])
  })
})

test('a status report that arrives before Twilio’s response is applied, and the outcome is checked', async () => {
  const { deliver, begin, stored, times } = delivering()
  const answer = await begin()
  const recordStatus = createStatusReports({
    ...createTestChats({ database, clock }),
    database,
    clock,
    log: createLog('silent'),
  })
  const parameters = { MessageSid: FIRST_SID, MessageStatus: 'sent' }
  const { id, tenantId } = send
  await recordStatus(id, { parameters, accountSid: `AC${'a'.repeat(32)}`, tenants: [{ tenantId }] })
  expect(await stored()).toMatchObject({ status: 'sent', providerSid: FIRST_SID })
  await answer(accepted(FIRST_SID))
  expect(await stored()).toMatchObject({ status: 'sent', providerSid: FIRST_SID })
  expect(await times()).toEqual({ isDue: false, isLeased: false, isChecked: true })
  clock.pass(OVER_MS)
  await deliver.giveUp(send)
  expect(await stored()).toMatchObject({ status: 'sent' })
})

test('a text is not given up before its request has timed out', async () => {
  const { deliver, begin, stored } = delivering()
  const answer = await begin()
  clock.pass(REQUEST_TIMEOUT_MS)
  await deliver.giveUp(send)
  expect(await stored()).toMatchObject({ status: 'sending' })
  await answer(accepted(FIRST_SID))
})

test('a postponed text is not given up', async () => {
  const { deliver, begin, stored, times } = delivering()
  const answer = await begin()
  await answer(busy())
  clock.pass(OVER_MS)
  await deliver.giveUp(send)
  expect(await stored()).toMatchObject({ status: 'sending' })
  expect(await times()).toEqual({ isDue: true, isLeased: false, isChecked: false })
})

test.each<[string, Parameters<typeof createDelivering>[1]]>([
  ['account', { twilioAccount: uncalled }],
  ['pictures', { mediaUrls: uncalled }],
])('a text whose %s cannot be read stays queued, and its line is paused', async (_, meddling) => {
  const { trySending, posts, stored, times, attachPicture, busyQueues } = delivering(meddling)
  await attachPicture()
  await expect(trySending()).rejects.toThrow('Nobody asks.')
  expect(busyQueues.resting()).toHaveLength(1)
  expect(posts).toEqual([])
  expect(await stored()).toMatchObject({ status: 'queued', attempts: 0 })
  expect(await times()).toEqual({ isDue: true, isLeased: false, isChecked: false })
})

test('texts are posted with the account that is stored now, which is read once until it changes', async () => {
  const [former, latter] = ['a', 'b'].map((digit) => ({ accountSid: `AC${digit.repeat(32)}`, authToken: 'secret' }))
  let account = former
  let reads = 0
  const { begin, accounts } = delivering({
    async twilioAccount() {
      reads += 1
      return account ?? null
    },
  })
  const post = async () => {
    // Longer than what was read a moment ago is fresh.
    clock.pass(OVER_MS)
    await (
      await begin()
    )(busy())
    return [reads, accounts.at(-1)]
  }
  expect([await post(), await post()]).toEqual([
    [1, former?.accountSid],
    [1, former?.accountSid],
  ])
  account = latter
  await sql`update tenants set account_sid = 'AC2' where tenant_id = ${send.tenantId}`.execute(database.queries)
  expect(await post()).toEqual([2, latter?.accountSid])
})

test('a queued text is not sent after its phone’s STOP, and fails with the reason', async () => {
  const { tenantId, fromNumberId: lineId, toNumber: number } = send
  await database.transaction((trx) => recordConsent(trx, { tenantId, lineId, number }))
  const { deliver, posts, stored } = delivering()
  await deliver.send(send)
  expect(posts).toEqual([])
  expect(await stored()).toMatchObject({ status: 'failed', errorText: 'Opted out of texts from this number.' })
})

test('a suspended tenant’s texts stay queued until it is reinstated', async () => {
  const suspend = (suspended: boolean) =>
    sql`update tenants set suspended = ${suspended} where tenant_id = ${send.tenantId}`.execute(database.queries)
  const look = {
    now: clock.now(),
    queues: 100,
    perQueue: 4,
    after: null,
    places: [],
    closedQueues: [],
    closedTenants: [],
  }
  const isFound = async () =>
    (await dueSends(database.queries, look)).some(({ tenantId }) => tenantId === send.tenantId)
  const { deliver, posts, begin, stored } = delivering()
  await suspend(true)
  expect(await isFound()).toBe(false)
  await deliver.send(send)
  expect([posts, (await stored())?.status]).toEqual([[], 'queued'])
  await suspend(false)
  expect(await isFound()).toBe(true)
  const answer = await begin()
  await answer(accepted(FIRST_SID))
  expect(await stored()).toMatchObject({ status: 'sending', providerSid: FIRST_SID })
})
