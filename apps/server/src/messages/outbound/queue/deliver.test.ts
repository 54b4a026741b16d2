import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertQueuedText } from '../../../../tests/queued-text.ts'
import { createTestChats } from '../../../../tests/test-chats.ts'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import { createStillClock } from '../../../../tests/still-clock.ts'
import { createLog, newId, systemClock } from '../../../platform/index.ts'
import type { Database } from '../../../platform/index.ts'
import { findDelivery, requeueDelivery } from '../../../transcript/index.ts'
import { createTwilio, REQUEST_TIMEOUT_MS } from '../../../twilio/index.ts'
import { createOptOuts } from '../../opt-outs-service.ts'
import { optOut } from '../../opt-outs-store.ts'
import { createStatuses } from '../../status-service.ts'
import { createBusyLanes } from './busy-lanes.ts'
import { createDeliver } from './deliver.ts'
import { createOutageGuard } from './outage-guard.ts'
import { dueSends } from './queue-store.ts'
import type { Send } from './queue-store.ts'

const PHONE = '+12025550142'
const [FIRST_SID, SECOND_SID] = [`SM${'1'.repeat(32)}`, `SM${'2'.repeat(32)}`]
/** Longer than a lease. */
const OVER_MS = 60_000

const fail = (error: unknown) => {
  throw error
}
const uncalled = () => fail(new Error('Nobody asks.'))
const accepted = (sid: string) => Response.json({ sid, status: 'queued' }, { status: 201 })
const refused = () => Response.json({ code: 21211, message: 'Invalid number' }, { status: 400 })
const busy = () => Response.json({ code: 20429, message: 'Too Many Requests' }, { status: 429 })

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

type Reading = Pick<Parameters<typeof createDeliver>[0], 'mediaUrls'> & {
  twilioAccount: () => Promise<{ accountSid: string; authToken: string }>
}

/** What sends, and Twilio, which answers each post when the test says so. */
function delivering(meddling: Partial<Reading> = {}) {
  const answers: ((answer: Response) => void)[] = []
  const fetch = () => new Promise<Response>((resolve) => answers.push(resolve))
  const outside = { browserUrl: (url: string) => url, fetch }
  const parts = { ...createTestChats({ database, clock }), database, clock, random: () => 0 }
  const twilioAccount = async () => ({ accountSid: `AC${'a'.repeat(32)}`, authToken: 'secret' })
  const deliver = createDeliver({
    ...parts,
    log: createLog('silent'),
    tenants: { twilioAccount: meddling.twilioAccount ?? twilioAccount },
    twilio: createTwilio({ outside, clock: systemClock, log: createLog('silent') }),
    outages: createOutageGuard({ clock, random: () => 0, probe: async () => true, ended: () => {} }),
    busyLanes: createBusyLanes({ clock, random: () => 0 }),
    optOuts: createOptOuts(parts),
    mediaUrls: meddling.mediaUrls ?? (async () => []),
    statusCallback: () => 'https://us/status',
  })
  return {
    deliver,
    posts: () => answers.length,
    /** Begins to send, and answers with the way to end it. */
    begin: async () => {
      const place = answers.length
      const sent = deliver.send(send)
      await expect.poll(() => answers.length).toBe(place + 1)
      return async (answer: Response) => {
        answers[place]?.(answer)
        await sent
      }
    },
  }
}

const stored = () => findDelivery(database.queries, send.tenantId, send.id)

/** What the queue and the checks go by. */
async function times() {
  const { rows } = await sql<{ isDue: boolean; isLeased: boolean; isChecked: boolean }>`
    select due_at is not null as "isDue", leased_until is not null as "isLeased", check_at is not null as "isChecked"
    from deliveries where tenant_id = ${send.tenantId} and delivery_id = ${send.id}`.execute(database.queries)
  return rows[0]
}

/** Its message has a picture from now on. */
async function attachPicture() {
  const { tenantId, id } = send
  const fileId = newId()
  await sql`insert into files (tenant_id, file_id, directory, file_name, content_type, length, created_at)
    values (${tenantId}, ${fileId}, 'media', 'scan.png', 'image/png', 1, now())`.execute(database.queries)
  await sql`insert into message_media (tenant_id, message_id, position, file_id)
    select tenant_id, message_id, 1, ${fileId}::uuid from deliveries
    where tenant_id = ${tenantId} and delivery_id = ${id}`.execute(database.queries)
}

const sendAgain = () =>
  database.transaction((trx) => requeueDelivery(trx, send.tenantId, { id: send.id, at: clock.now(), requestId: null }))

test('a text that waits is not sent to a country that is no longer allowed', async () => {
  await sql`update tenants set allowed_countries = '{GB}' where tenant_id = ${send.tenantId}`.execute(database.queries)
  const { deliver, posts } = delivering()
  await deliver.send(send)
  const errorText = expect.stringContaining('Texts to United States are not allowed.') as string
  expect(await stored()).toMatchObject({ status: 'failed', errorText })
  expect(posts()).toBe(0)
})

describe('an answer that comes after the text was given up', () => {
  test('counts, and Twilio is asked about the text', async () => {
    const { deliver, begin } = delivering()
    const answer = await begin()
    clock.pass(OVER_MS)
    await deliver.giveUp(send)
    expect(await stored()).toMatchObject({ status: 'unknown' })
    await answer(accepted(FIRST_SID))
    expect(await stored()).toMatchObject({ status: 'sending', providerSid: FIRST_SID, errorText: null })
    expect(await times()).toEqual({ isDue: false, isLeased: false, isChecked: true })
  })

  test.each([busy, refused])('changes nothing of what a person has sent again', async (lateAnswer) => {
    const { deliver, begin, posts } = delivering()
    const late = await begin()
    clock.pass(OVER_MS)
    await deliver.giveUp(send)
    await sendAgain()
    const answer = await begin()
    await late(lateAnswer())
    expect(await times()).toEqual({ isDue: false, isLeased: true, isChecked: false })
    await answer(accepted(SECOND_SID))
    expect(await stored()).toMatchObject({ status: 'sending', providerSid: SECOND_SID })
    expect(posts()).toBe(2)
  })

  test('is remembered where a person has sent the text again, so that reports of the first one are no news', async () => {
    const { deliver, begin } = delivering()
    const late = await begin()
    clock.pass(OVER_MS)
    await deliver.giveUp(send)
    await sendAgain()
    const answer = await begin()
    await late(accepted(FIRST_SID))
    await answer(accepted(SECOND_SID))
    expect(await stored()).toMatchObject({ providerSid: SECOND_SID, earlierSids: [FIRST_SID] })
  })
})

test('a report that is faster than the answer counts, and Twilio is asked about the outcome', async () => {
  const { deliver, begin } = delivering()
  const answer = await begin()
  const recordStatus = createStatuses({
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

test('a text is not given up while its post may still be answered', async () => {
  const { deliver, begin } = delivering()
  const answer = await begin()
  clock.pass(REQUEST_TIMEOUT_MS)
  await deliver.giveUp(send)
  expect(await stored()).toMatchObject({ status: 'sending' })
  await answer(accepted(FIRST_SID))
})

test('what was turned away is not given up', async () => {
  const { deliver, begin } = delivering()
  const answer = await begin()
  await answer(busy())
  clock.pass(OVER_MS)
  await deliver.giveUp(send)
  expect(await stored()).toMatchObject({ status: 'sending' })
  expect(await times()).toEqual({ isDue: true, isLeased: false, isChecked: false })
})

test.each<[string, Partial<Reading>]>([
  ['the account', { twilioAccount: uncalled }],
  ['the pictures', { mediaUrls: uncalled }],
])('a text whose post needs %s, and these cannot be read, stays in the queue', async (_, meddling) => {
  await attachPicture()
  const { deliver, posts } = delivering(meddling)
  await expect(deliver.send(send)).rejects.toThrow('Nobody asks.')
  expect(posts()).toBe(0)
  expect(await stored()).toMatchObject({ status: 'queued', attempts: 0 })
  expect(await times()).toEqual({ isDue: true, isLeased: false, isChecked: false })
})

test('a text that waits when its phone texts STOP is not sent, and says so', async () => {
  const { tenantId, fromNumberId: providerNumberId, toNumber: number } = send
  const wish = { tenantId, providerNumberId, number, source: 'keyword', since: clock.now() } as const
  await database.transaction((trx) => optOut(trx, wish))
  const { deliver, posts } = delivering()
  await deliver.send(send)
  expect(posts()).toBe(0)
  expect(await stored()).toMatchObject({ status: 'failed', errorText: 'Asked to get no texts from this number.' })
})

test('what a suspended tenant has in the queue waits until it is reinstated', async () => {
  const suspend = (suspended: boolean) =>
    sql`update tenants set suspended = ${suspended} where tenant_id = ${send.tenantId}`.execute(database.queries)
  const look = { now: clock.now(), lanes: 100, perLane: 4, after: null, places: [], closedLanes: [], closedTenants: [] }
  const isFound = async () =>
    (await dueSends(database.queries, look)).some(({ tenantId }) => tenantId === send.tenantId)
  const { deliver, posts, begin } = delivering()
  await suspend(true)
  expect(await isFound()).toBe(false)
  await deliver.send(send)
  expect([posts(), (await stored())?.status]).toEqual([0, 'queued'])
  await suspend(false)
  expect(await isFound()).toBe(true)
  const answer = await begin()
  await answer(accepted(FIRST_SID))
  expect(await stored()).toMatchObject({ status: 'sending', providerSid: FIRST_SID })
})
