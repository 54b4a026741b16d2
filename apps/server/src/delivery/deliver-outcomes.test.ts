import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertQueuedText, insertTextLike, insertTwin } from '../../tests/queued-text.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { moveDeliveries } from '../transcript/index.ts'
import type { Send } from './queue-store.ts'
import { accepted, busy, createDelivering, refused } from './tests/delivering.ts'
import { keepStatus } from './tests/kept-status.ts'

const PHONE = '+12025550142'
const SID = `SM${'1'.repeat(32)}`

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

/** Changes columns of the text. */
const set = (columns: Record<string, unknown>) =>
  sql`update deliveries set ${sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where tenant_id = ${send.tenantId} and delivery_id = ${send.id}`.execute(database.queries)

/** The delay in milliseconds until the retry. */
async function retryIn(): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`select due_at as at from deliveries
    where tenant_id = ${send.tenantId} and delivery_id = ${send.id}`.execute(database.queries)
  const at = rows[0]?.at
  return at ? at.getTime() - clock.now().getTime() : null
}

const unreachable = () => new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })
const reset = () => new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) })

describe('Twilio’s response', () => {
  test.each<[string, () => Response, object]>([
    ['accepted', () => accepted(SID), { messageSid: SID }],
    ['refused', () => refused(21_614), { code: 21_614 }],
    ['busy', busy, {}],
  ])('is logged without the phone: %s', async (state, response, more) => {
    const { begin, logged } = delivering()
    await (
      await begin()
    )(response())
    expect(logged).toStrictEqual([{ deliveryId: send.id, state, ...more }])
  })

  test('a refused text fails with the reason, which is announced', async () => {
    const { begin, stored, times, events, answered } = delivering()
    const answer = await begin()
    expect([events.length, answered()]).toEqual([1, 0])
    await answer(refused(21_614))
    expect(answered()).toBe(1)
    expect(events.flat().map(({ data }) => data)).toMatchObject([
      { changed: [{ status: 'sending' }] },
      { changed: [{ status: 'failed', errorCode: 21_614 }] },
    ])
    expect(await stored()).toMatchObject({
      status: 'failed',
      errorCode: 21_614,
      errorText: 'This is not a mobile number. Check the contact’s number.',
    })
    expect(await times()).toEqual({ isDue: false, isLeased: false, isChecked: false })
  })

  test('a refusal without a code shows Twilio’s message', async () => {
    const { begin, stored } = delivering()
    await (
      await begin()
    )(Response.json({ message: 'Not today' }, { status: 400 }))
    expect(await stored()).toMatchObject({ status: 'failed', errorCode: null, errorText: 'Not today' })
  })

  test.each([
    ['as long as Twilio asks', () => busy({ 'retry-after': '30' }), 30_000],
    ['at least a second if Twilio is busy', () => busy(), 1_000],
    ['half a second if the connection failed', unreachable, 500],
  ])('a text that was not accepted is postponed for %s, and its line is paused', async (_, answer, ms) => {
    const { begin, stored, busyQueues, wakeUps } = delivering()
    await (
      await begin()
    )(answer())
    expect(await stored()).toMatchObject({ status: 'sending', attempts: 1 })
    expect(await retryIn()).toBe(ms)
    const { tenantId, fromNumberId } = send
    expect(busyQueues.resting()).toEqual([{ tenantId, fromNumberId }])
    // When the line's pause is over, and when the text is due.
    expect(wakeUps).toEqual([ms, ms])
  })

  test('a text is postponed longer after every attempt', async () => {
    const { begin } = delivering()
    const waits: (number | null)[] = []
    for (let times = 0; times < 3; times += 1) {
      await (
        await begin()
      )(unreachable())
      const wait = await retryIn()
      waits.push(wait)
      clock.pass(wait ?? 0)
    }
    expect(waits).toEqual([500, 1_000, 2_000])
  })

  test('a text without a readable response has an unknown outcome, which is checked', async () => {
    const { begin, stored, times } = delivering()
    await (
      await begin()
    )(reset())
    const errorText = 'Twilio did not answer, so it is not known whether this text was sent.'
    expect(await stored()).toMatchObject({ status: 'unknown', errorText })
    expect(await times()).toEqual({ isDue: false, isLeased: false, isChecked: true })
  })

  test('a refusal because of a STOP opts the phone out, and no other refusal does', async () => {
    const optedOut = async () => {
      const { rows } = await sql<{ number: string }>`select number from opt_outs
        where tenant_id = ${send.tenantId} and line_id = ${send.fromNumberId}`.execute(database.queries)
      return rows.map(({ number }) => number)
    }
    const { begin, deliver, posts, stored } = delivering()
    await (
      await begin()
    )(refused(21_211))
    expect(await optedOut()).toEqual([])
    await set({ status: 'queued', due_at: clock.now() })
    await (
      await begin()
    )(refused(21_610))
    expect(await optedOut()).toEqual([PHONE])
    await set({ status: 'queued', due_at: clock.now() })
    await deliver.send(send)
    expect(posts).toHaveLength(2)
    expect(await stored()).toMatchObject({ errorText: 'Opted out of texts from this number.' })
  })

  test('three missing responses in a row pause further sends', async () => {
    const { begin, deliver, posts, stored } = delivering()
    for (let times = 0; times < 3; times += 1) {
      await set({ status: 'queued', due_at: clock.now() })
      await (
        await begin()
      )(reset())
    }
    await set({ status: 'queued', due_at: clock.now() })
    await deliver.send(send)
    expect([posts.length, (await stored())?.status]).toEqual([3, 'queued'])
  })
})

test('a text fails with the reason if there is no Twilio account', async () => {
  const { deliver, posts, stored } = delivering({ twilioAccount: async () => null })
  await deliver.send(send)
  expect(posts).toEqual([])
  expect(await stored()).toMatchObject({ status: 'failed', errorText: 'No Twilio account is configured.' })
})

test('a line is paused while the account cannot be read', async () => {
  const { deliver, busyQueues } = delivering({
    twilioAccount: async () => {
      throw new Error('The key is lost.')
    },
  })
  await expect(deliver.send(send)).rejects.toThrow('The key is lost.')
  expect(busyQueues.resting()).toHaveLength(1)
})

test('a text to a one-way sender is not posted', async () => {
  await set({ to_number: '24273' })
  const { trySending, posts, stored } = delivering()
  await trySending()
  expect(posts).toEqual([])
  expect(await stored()).toMatchObject({ status: 'failed', errorText: expect.stringContaining('can’t be answered') })
})

test('the status sending is announced once, also after a retry', async () => {
  const { begin, deliver, events, stored } = delivering()
  await (
    await begin()
  )(unreachable())
  const memberId = (await stored())?.memberId
  expect(events).toMatchObject([[{ data: { changed: [{ memberId, status: 'sending' }] } }]])
  // It is not due yet.
  await deliver.send(send)
  clock.pass(1_000)
  await (
    await begin()
  )(accepted(SID))
  expect(events).toHaveLength(1)
})

describe('pictures', () => {
  const URL = 'https://us/picture'
  const mediaUrls = async () => [URL]
  const posted = async (part: number, hasPicture: boolean) => {
    await set({ part, parts: 2 })
    const { begin, posts, attachPicture } = delivering({ mediaUrls })
    if (hasPicture) await attachPicture()
    await (
      await begin()
    )(accepted(SID))
    return posts.map((form) => form.getAll('MediaUrl'))
  }

  test('are sent with the first part of a text', async () => {
    expect(await posted(1, true)).toEqual([[URL]])
  })

  test('are not sent with other parts', async () => {
    expect(await posted(2, true)).toEqual([[]])
  })

  test('are not looked up for a text without pictures, even if other messages have some', async () => {
    // The message before it has one, and so has the same message of another tenant.
    await delivering().attachPicture()
    const message = newId()
    await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
      values (${send.tenantId}, ${message}, ${send.chatId}, 'Hello', now(), ${newId()})`.execute(database.queries)
    await set({ message_id: message })
    const twin = await insertTwin(database.queries, send)
    await createDelivering({ database, clock, send: { ...send, tenantId: twin } }).attachPicture()
    expect(await posted(1, false)).toEqual([[]])
  })
})

describe('reports that arrive before Twilio’s response', () => {
  test('are applied when the response assigns the SID', async () => {
    const { tenantId } = send
    for (const status of ['queued', 'delivered']) {
      await keepStatus(database.queries, { tenantId, messageSid: SID, status, errorCode: null, at: clock.now() })
    }
    const { begin, stored, times } = delivering()
    await (
      await begin()
    )(accepted(SID))
    expect(await stored()).toMatchObject({ status: 'delivered', providerSid: SID })
    expect(await times()).toEqual({ isDue: false, isLeased: false, isChecked: false })
  })

  test('take precedence over a busy response', async () => {
    const { begin, stored, times } = delivering()
    const answer = await begin()
    await moveDeliveries(database.queries, [{ ...send, status: 'sent', at: clock.now() }])
    await answer(busy())
    expect(await stored()).toMatchObject({ status: 'sent' })
    expect(await times()).toMatchObject({ isDue: false })
  })

  test('end the checks if they report an outcome', async () => {
    const { begin, stored, times } = delivering()
    const answer = await begin()
    await moveDeliveries(database.queries, [{ ...send, status: 'delivered', at: clock.now() }])
    await answer(accepted(SID))
    expect(await stored()).toMatchObject({ status: 'delivered', providerSid: SID })
    expect(await times()).toMatchObject({ isChecked: false })
  })
})

describe('a sent text', () => {
  /** Everything of the tenant's other texts, and of the twin. */
  const others = async (twin: string) => {
    const { rows } = await sql`select * from deliveries
      where tenant_id = ${twin} or (tenant_id = ${send.tenantId} and delivery_id <> ${send.id})
      order by tenant_id, delivery_id`.execute(database.queries)
    return rows
  }

  test.each<[string, () => Response | Error]>([
    ['is accepted', () => accepted(SID)],
    ['is refused', () => refused()],
    ['is postponed', () => busy()],
    ['has no response', () => reset()],
  ])('changes no other text if it %s', async (_, answer) => {
    await insertTextLike(database.queries, send, { to_number: '+12025550143' })
    const twin = await insertTwin(database.queries, send)
    // Theirs went out at the same time.
    await sql`update deliveries set posted_at = ${clock.now()}, status = 'sending'
      where tenant_id = ${twin} or delivery_id <> ${send.id}`.execute(database.queries)
    const before = await others(twin)
    const { begin } = delivering()
    await (
      await begin()
    )(answer())
    expect(await others(twin)).toEqual(before)
  })

  test('is sent from the tenant’s own line', async () => {
    const twin = await insertTwin(database.queries, send)
    await sql`update lines set number = '+12025550199' where tenant_id = ${twin}`.execute(database.queries)
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${send.tenantId}, ${newId()}, 'PN2', '+12025550102', 'Back desk', now())`.execute(database.queries)
    const { begin, posts } = delivering()
    await (
      await begin()
    )(accepted(SID))
    expect(Object.fromEntries(posts[0] ?? [])).toEqual({
      From: '+12025550100',
      To: PHONE,
      Body: 'Hello',
      StatusCallback: 'https://us/status',
    })
  })

  test('is blocked only by a STOP of its own phone to its own line', async () => {
    const twin = await insertTwin(database.queries, send)
    const stop = (tenantId: string, numberId: string, number: string) =>
      sql`insert into opt_outs (tenant_id, line_id, number, source, since)
        values (${tenantId}, ${numberId}, ${number}, 'keyword', now())`.execute(database.queries)
    const backDesk = newId()
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${send.tenantId}, ${backDesk}, 'PN2', '+12025550102', 'Back desk', now())`.execute(database.queries)
    await stop(twin, send.fromNumberId, PHONE)
    await stop(send.tenantId, backDesk, PHONE)
    await stop(send.tenantId, send.fromNumberId, '+12025550143')
    const { begin, stored } = delivering()
    await (
      await begin()
    )(accepted(SID))
    expect(await stored()).toMatchObject({ status: 'sending', providerSid: SID })
  })

  test.each([
    ['before it is due', () => ({ due_at: new Date(clock.now().getTime() + 1) })],
    ['if it was delivered meanwhile', () => ({ status: 'delivered' })],
  ])('is not posted %s', async (_, columns) => {
    await set(columns())
    const { deliver, posts } = delivering()
    await deliver.send(send)
    expect(posts).toEqual([])
  })

  test('is not affected by the suspension of another tenant', async () => {
    const twin = await insertTwin(database.queries, send)
    await sql`update tenants set suspended = true where tenant_id = ${twin}`.execute(database.queries)
    const { begin, stored } = delivering()
    await (
      await begin()
    )(accepted(SID))
    expect(await stored()).toMatchObject({ providerSid: SID })
  })
})

describe('a text whose process has crashed', () => {
  test('is given up when its lease expires, without affecting other texts', async () => {
    const other = await insertTextLike(database.queries, send, { status: 'sending', due_at: null })
    await set({ status: 'sending', due_at: null, leased_until: clock.now() })
    const twin = await insertTwin(database.queries, send)
    const statuses = async () => {
      const { rows } = await sql<{ status: string }>`select status from deliveries
        where tenant_id = ${twin} or delivery_id = ${other}`.execute(database.queries)
      return rows.map(({ status }) => status)
    }
    const { deliver, stored, times } = delivering()
    await deliver.giveUp(send)
    expect(await stored()).toMatchObject({ status: 'sending' })
    clock.pass(1)
    // Its lease is over, that of the other is not.
    await deliver.giveUp({ ...send, id: other })
    await deliver.giveUp(send)
    expect(await stored()).toMatchObject({ status: 'unknown' })
    expect(await times()).toEqual({ isDue: false, isLeased: false, isChecked: true })
    expect(await statuses()).toEqual(['sending', 'sending', 'sending'])
  })

  test('is not given up because the same text of another tenant has expired', async () => {
    await set({ status: 'sending', due_at: null, leased_until: new Date(clock.now().getTime() + 60_000) })
    const twin = await insertTwin(database.queries, send)
    await sql`update deliveries set leased_until = ${new Date(0)} where tenant_id = ${twin}`.execute(database.queries)
    const { deliver, stored } = delivering()
    await deliver.giveUp(send)
    expect(await stored()).toMatchObject({ status: 'sending' })
  })
})
