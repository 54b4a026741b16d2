import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { duringChange } from '../../tests/during-change.ts'
import { insertQueuedText, insertTextLike, insertTwin } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import type { Send } from './queue-store.ts'
import { createChecking } from './tests/checking.ts'
import type { Checking } from './tests/checking.ts'

const SID = 'SM1'
const MINUTE = 60_000
/** The time between two polls. */
const LOOK = 5_000
const DAY = 24 * 60 * MINUTE

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A text of unknown outcome, whose checks are due from now on. */
let text: Send
let checking: Checking
beforeEach(async () => {
  text = await insertQueuedText(database.queries, { number: '+12025550142', at: new Date() })
  checking = createChecking(database, text.tenantId)
  const now = checking.clock.now()
  await checking.set(text.id, { status: 'unknown', due_at: null, posted_at: now, check_at: now })
})

const found = { status: 'failed', providerSid: SID, errorCode: 30_003 }
const notFound = { status: 'unknown', providerSid: null }
const failedAtTwilio = { sid: SID, status: 'failed', errorCode: 30_003 }

test('a text of unknown outcome is found in Twilio’s list', async () => {
  checking.addToTwilio(failedAtTwilio)
  await checking.look()
  expect(await checking.stored(text.id)).toMatchObject(found)
})

test('a text that Twilio has accepted but not sent is then checked by SID', async () => {
  checking.addToTwilio({ sid: SID, status: 'queued' })
  await checking.look()
  expect(await checking.stored(text.id)).toMatchObject({ status: 'sending', providerSid: SID })
  expect(await checking.nextCheckOf(text)).toBe(1.5 * MINUTE)
})

test('the result of a check does not affect a text that a user has resent meanwhile', async () => {
  const answered = Promise.withResolvers<void>()
  checking.twilio.held = answered.promise
  checking.addToTwilio(failedAtTwilio)
  const looked = checking.look()
  await expect.poll(() => checking.twilio.lists).toBe(1)
  await checking.set(text.id, { status: 'queued', check_at: null })
  answered.resolve()
  await looked
  expect(await checking.stored(text.id)).toMatchObject({ status: 'queued', providerSid: null })
})

test.runIf(process.env['DATABASE_URL'])(
  'the result of a check waits for a user who is resending the text, and then changes nothing',
  async () => {
    const { tenantId, chatId } = text
    checking.addToTwilio(failedAtTwilio)
    await duringChange(
      database,
      async (client) => {
        await client.query('select from chats where tenant_id = $1 and chat_id = $2 for update', [tenantId, chatId])
        await client.query(`update deliveries set status = 'queued', check_at = null where tenant_id = $1`, [tenantId])
      },
      () => checking.look(),
    )
    expect(await checking.stored(text.id)).toMatchObject({ status: 'queued', providerSid: null })
  },
)

test.each([
  ['from a phone', { direction: 'inbound' }],
  ['to another phone', { to: '+12025550143' }],
  ['from another number', { from: '+12025550101' }],
  ['with another body', { body: 'Hello?' }],
  ['from another time', { createdAt: new Date(Date.now() - DAY) }],
])('a listed text %s does not match', async (_, other) => {
  checking.addToTwilio({ ...failedAtTwilio, ...other })
  await checking.look()
  expect(await checking.stored(text.id)).toMatchObject(notFound)
})

describe('a second text with the same body at the same time, while Twilio lists only one', () => {
  test.each([
    ['is of unknown outcome too', {}],
    ['was marked as sent by a user', { status: 'sent', check_at: null }],
    ['is being sent', { status: 'sending', check_at: null }],
  ])('leaves the outcome unknown if it %s', async (_, columns) => {
    await insertTextLike(database.queries, text, columns)
    checking.addToTwilio(failedAtTwilio)
    await checking.look()
    expect(await checking.stored(text.id)).toMatchObject(notFound)
  })

  test.each([
    ['went to another phone', { to_number: '+12025550143', check_at: null }],
    ['was sent from another line', { from_number_id: newId(), check_at: null }],
    ['has another SID', { provider_sid: 'SM2', status: 'sent', check_at: null }],
    ['definitely failed', { status: 'failed', check_at: null }],
    ['is queued', { status: 'queued', posted_at: null, check_at: null }],
  ])('does not prevent the match if it %s', async (_, columns) => {
    await insertTextLike(database.queries, text, columns)
    checking.addToTwilio(failedAtTwilio)
    await checking.look()
    expect(await checking.stored(text.id)).toMatchObject(found)
  })

  test('does not prevent the match if it belongs to another tenant', async () => {
    await insertTwin(database.queries, text)
    checking.addToTwilio(failedAtTwilio)
    await checking.look()
    expect(await checking.stored(text.id)).toMatchObject(found)
  })
})

test('only texts of the last three days are compared with Twilio’s list', async () => {
  const now = checking.clock.now().getTime()
  const posted = (ms: number) => new Date(now - 3 * DAY + ms)
  await checking.set(text.id, { posted_at: posted(MINUTE), check_at: new Date(now) })
  await insertTextLike(database.queries, text, { posted_at: posted(LOOK), check_at: null })
  checking.addToTwilio({ ...failedAtTwilio, createdAt: posted(MINUTE) })
  await checking.look()
  expect(await checking.stored(text.id)).toMatchObject(found)
})

describe('a listed text does not match if its SID belongs', () => {
  test('to another delivery', async () => {
    await insertTextLike(database.queries, text, { provider_sid: SID, status: 'delivered', check_at: null })
    checking.addToTwilio(failedAtTwilio)
    await checking.look()
    expect(await checking.stored(text.id)).toMatchObject(notFound)
  })

  test.each([
    ['its own first attempt', (unknown: Send) => unknown.id],
    [
      'the first attempt of another text to the phone',
      (unknown: Send) =>
        insertTextLike(database.queries, unknown, { status: 'delivered', check_at: null, provider_sid: 'SM2' }),
    ],
  ])('to %s', async (_, ownerOf) => {
    const owner = await ownerOf(text)
    await checking.set(owner, { earlier_sids: [SID] })
    checking.addToTwilio(failedAtTwilio)
    await checking.look()
    expect(await checking.stored(text.id)).toMatchObject(notFound)
    // It matches once its SID has no owner.
    await checking.set(owner, { earlier_sids: [] })
    checking.clock.pass(MINUTE)
    await checking.look()
    expect(await checking.stored(text.id)).toMatchObject(found)
  })
})

test.each([
  ['a delivery', { provider_sid: SID }],
  ['an earlier attempt', { earlier_sids: [SID] }],
])('a SID that belongs to %s of another tenant does not prevent the match', async (_, columns) => {
  const twin = await insertTwin(database.queries, text)
  const [[name, value]] = Object.entries(columns) as [[string, unknown]]
  await sql`update deliveries set ${sql.ref(name)} = ${value} where tenant_id = ${twin}`.execute(database.queries)
  checking.addToTwilio(failedAtTwilio)
  await checking.look()
  expect(await checking.stored(text.id)).toMatchObject(found)
})

test('texts are listed by the tenant’s own line', async () => {
  await insertTwin(database.queries, text)
  await sql`update lines set number = '+12025550101' where tenant_id <> ${text.tenantId}`.execute(database.queries)
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${text.tenantId}, ${newId()}, 'PN2', '+12025550102', 'Back desk', now())`.execute(database.queries)
  // The other tenant’s row is first.
  await sql`update lines set name = name where tenant_id = ${text.tenantId}`.execute(database.queries)
  checking.addToTwilio(failedAtTwilio)
  await checking.look()
  expect(await checking.stored(text.id)).toMatchObject(found)
})
