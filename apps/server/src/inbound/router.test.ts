import { WEEKDAYS } from '@partyline/contract'
import type { ChatId, RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countRoundTrips } from '../../tests/round-trips.ts'
import type { RoundTrips } from '../../tests/round-trips.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { until } from '../../tests/until.ts'
import { createContactPhones } from '../contacts/contact-phones.ts'
import type { QueuedText } from '../delivery/index.ts'
import { createTopic, newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { createInboundIntake } from './intake.ts'
import { createInboundWriter } from './inbound-writer.ts'
import type { Routed } from './inbound-writer.ts'
import { createInboundRouter } from './router.ts'
import { ACCOUNT, createInboundTenant, DESK } from './tests/inbound-tenant.ts'
import type { InboundTenant } from './tests/inbound-tenant.ts'

const UNUSED = '+12025550101'
const [ANN, BEN, CAT] = ['+12025550142', '+12025550143', '+12025550144']

const fail = (error: unknown) => {
  throw error
}

let counted: RoundTrips
let database: Database
beforeAll(async () => {
  counted = await countRoundTrips()
  database = await openTestDatabase({ pool: 3, throughProxy: counted.through })
})
afterAll(async () => {
  await database.close()
  await counted.close()
})

let tenantId: TenantId
let parts: InboundTenant['parts']
let tenant: InboundTenant
beforeEach(async () => {
  tenant = await createInboundTenant(database)
  tenantId = tenant.tenantId
  parts = tenant.parts
})

type Texted = { from: string; to?: string; text: string; requestId?: string; receivedAt?: Date; recovered?: boolean }

/** Routes the texts in one transaction. */
function route(texts: readonly Texted[]): Promise<Routed> {
  const kept = texts.map(
    ({ from, to = DESK, text, requestId = newId(), receivedAt = new Date(), recovered = false }) => ({
      tenantId,
      accountSid: ACCOUNT,
      messageSid: newId<string>(),
      sender: from,
      parameters: { From: from, To: to, Body: text },
      recovered,
      requestId,
      receivedAt,
      isDue: true,
      isSuspended: false,
      isOfAccount: true,
    }),
  )
  return database.transaction((trx) => createInboundRouter(parts)(trx, tenantId, kept))
}

/** Routes the texts in one transaction, and returns the events to announce. */
const place = async (texts: readonly Texted[]) => (await route(texts)).events

/** The events of a chat, by its versions. */
const versionsIn = (events: readonly RealtimeEvent[], chatId: ChatId) =>
  events.filter((event) => event.chatId === chatId).map(({ kind, version }) => [version, kind])

/** The line is closed all week, with these replies. */
async function closeLine(replies: string) {
  const week = Object.fromEntries(WEEKDAYS.map((day) => [day, []]))
  await update('lines', `${replies}, hours = '${JSON.stringify({ timeZone: 'UTC', week, holidays: [] })}'`)
}

const update = (table: 'tenants' | 'lines' | 'chats' | 'contacts', change: string) =>
  sql`update ${sql.table(table)} set ${sql.raw(change)} where tenant_id = ${tenantId}`.execute(database.queries)

test('texts of several phones go to their chats in order, and an unknown phone gets one new chat', async () => {
  await tenant.openChat('Ann', [ANN])
  await tenant.openChat('Ben', [BEN])
  const texts = ['1', '2', '3'].flatMap((text) => [ANN, BEN, CAT].map((from) => ({ from, text })))
  const events = await place(texts)
  const all = ['1', '2', '3']
  expect(await tenant.transcripts()).toEqual({ Ann: all, Ben: all, '(202) 555-0144': all })
  expect(events.filter(({ kind }) => kind === 'ExternalContactAdded')).toHaveLength(1)
  expect(events.filter(({ kind }) => kind === 'ChatCreated')).toHaveLength(1)
  const versions = Map.groupBy(
    events.filter(({ kind }) => kind === 'MessageAddedToChat'),
    ({ chatId }) => chatId,
  )
  expect([...versions.values()].map((ofChat) => ofChat.map(({ version }) => version))).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    // Its creation was the first.
    [2, 3, 4],
  ])
})

test('texts of two phones in one chat are in order', async () => {
  await tenant.openChat('Both', [ANN, BEN])
  await place([
    { from: ANN, text: 'Who comes?' },
    { from: BEN, text: 'Me' },
    { from: ANN, text: 'Good' },
  ])
  expect(await tenant.transcripts()).toEqual({ Both: ['Who comes?', 'Me', 'Good'] })
})

test('texts are in order, even after a message whose ID is ahead of the clock', async () => {
  const chatId = await tenant.openChat('Ann', [ANN])
  const tomorrow = new Date(Date.now() + 86_400_000)
  await sql`update chats set last_message_id = ${newId()}, last_message_at = ${tomorrow} where chat_id = ${chatId}`.execute(
    database.queries,
  )
  const texts = Array.from({ length: 10 }, (_, index) => `Text ${index}`)
  await place(texts.map((text) => ({ from: ANN, text })))
  expect(await tenant.transcripts()).toEqual({ Ann: texts })
})

test('a relayed delivery has the request ID of its inbound text', async () => {
  const chatId = await tenant.openChat('Both', [ANN, BEN])
  const requestIds = [newId<string>(), newId<string>()]
  await place(requestIds.map((requestId) => ({ from: ANN, text: `Brought by ${requestId}`, requestId })))
  const { rows } = await sql<{ requestId: string }>`
    select request_id as "requestId" from deliveries
    where chat_id = ${chatId} and status = 'queued' order by message_id`.execute(database.queries)
  expect(rows.map(({ requestId }) => requestId)).toEqual(requestIds)
})

test('the relay limit includes texts of the same batch', async () => {
  const chatId = await tenant.openChat('Both', [ANN, BEN])
  const texts = Array.from({ length: 12 }, (_, index) => ({ from: ANN, text: `Text ${index + 1}` }))
  await place(texts)
  const { rows } = await sql<{ status: string }>`
    select d.status from deliveries d join messages m using (tenant_id, message_id)
    where m.chat_id = ${chatId} and d.status <> 'read' order by m.message_id`.execute(database.queries)
  const passedOn = Array.from({ length: 10 }, () => 'queued')
  expect(rows.map(({ status }) => status)).toEqual([...passedOn, 'skipped', 'skipped'])
})

test('an opt-out is recorded after its STOP and before the next text', async () => {
  const chatId = await tenant.openChat('Ann', [ANN])
  const events = await place([
    { from: ANN, text: 'Hello' },
    { from: ANN, text: 'STOP' },
    { from: ANN, text: 'Thank you' },
  ])
  expect(versionsIn(events, chatId)).toEqual([
    [1, 'MessageAddedToChat'],
    [2, 'MessageAddedToChat'],
    [3, 'ChatUpdated'],
    [4, 'MessageAddedToChat'],
  ])
  const { rows } = await sql<{ line: string }>`
    select line from (
      select message_id as id, text as line from messages where chat_id = ${chatId}
      union all select change_id, kind from chat_changes where chat_id = ${chatId}
    ) as lines order by id`.execute(database.queries)
  expect(rows.map(({ line }) => line)).toEqual(['Hello', 'STOP', 'optedOut', 'Thank you'])
})

test('a rejected text does not affect others of its batch, and is announced', async () => {
  await tenant.openChat('Ann', [ANN])
  const ben = await parts.numbers.addMobile({ tenantId, userId: null }, { number: BEN, name: 'Ben' })
  const disabled = { numberId: ben.id, name: 'Ben', disabled: true }
  await database.transaction((trx) => parts.numbers.updateContact(trx, { tenantId, userId: null }, disabled))
  const events = await place([
    { from: ANN, text: 'To nobody', to: UNUSED },
    { from: BEN, text: 'I am disabled' },
    { from: ANN, text: 'Hello' },
  ])
  expect(await tenant.transcripts()).toEqual({ Ann: ['Hello'] })
  expect(events.map(({ kind }) => kind)).toEqual([
    'IncomingMessageRejected',
    'IncomingMessageRejected',
    'MessageAddedToChat',
  ])
})

test('the delivery worker hears of relayed texts and the media queue of files, and neither of anything else', async () => {
  await tenant.openChat('Ann', [ANN])
  await tenant.openChat('Ben and Cat', [BEN, CAT])
  const queued: TenantId[][] = []
  let mediaQueued = 0
  const textsQueued = createTopic<readonly QueuedText[]>(fail)
  textsQueued.subscribe((texts) => queued.push(texts.map((text) => text.tenantId)))
  const intake = createInboundIntake({
    ...parts,
    database,
    log: { error: fail, info: () => {} },
    announcements: createTopic<readonly RealtimeEvent[]>(fail),
    textsQueued,
    readTextParts: async () => {},
    mediaQueued: () => (mediaQueued += 1),
  })
  const receive = async (From: string, more: Record<string, string> = {}) => {
    const parameters = { MessageSid: newId(), From, To: DESK, Body: 'Hello', ...more }
    await intake.keep({ parameters, accountSid: ACCOUNT, tenants: [{ tenantId }] })
    await expect.poll(tenant.waiting).toBe(0)
  }
  await receive(ANN)
  expect([queued, mediaQueued]).toEqual([[], 0])
  await receive(BEN)
  expect([queued, mediaQueued]).toEqual([[[tenantId]], 0])
  await receive(ANN, { NumMedia: '1', MediaUrl0: 'https://api.twilio.com/media' })
  expect([queued, mediaQueued]).toEqual([[[tenantId]], 1])
  await intake.stop()
})

test('a line replies by itself only to a text that has just arrived', async () => {
  await update('lines', "greeting = 'Welcome'")
  await place([
    { from: ANN, text: 'Hello', receivedAt: new Date(Date.now() - 5 * 60_000) },
    { from: BEN, text: 'Hello', recovered: true },
    { from: CAT, text: 'Hello', receivedAt: new Date(Date.now() - 4 * 60_000) },
  ])
  expect(await tenant.transcripts()).toEqual({
    '(202) 555-0142': ['Hello'],
    '(202) 555-0143': ['Hello'],
    '(202) 555-0144': ['Hello', 'Welcome'],
  })
})

// The embedded database has no round trips to count.
test.runIf(process.env['DATABASE_URL'])(
  'a batch looks up its phones and chats once, and writes its messages together',
  async () => {
    await tenant.openChat('Ann', [ANN])
    await tenant.openChat('Ben', [BEN])
    // The first batch opens the third chat.
    await place([{ from: CAT, text: 'Hello' }])
    const roundTripsOf = async (texts: readonly Texted[]) => {
      counted.take()
      await place(texts)
      return counted.take().length
    }
    const ofOne = await roundTripsOf([{ from: ANN, text: 'Hello' }])
    expect(await roundTripsOf([ANN, BEN, CAT, ANN, BEN, CAT].map((from) => ({ from, text: 'Hi' })))).toBe(ofOne)
  },
)

test('an unknown phone is looked up for the first of its texts in a batch only', async () => {
  const { numbers } = parts
  const created: string[] = []
  const findOrCreateContact: typeof numbers.findOrCreateContact = (trx, ofTenant, number) => {
    created.push(number)
    return numbers.findOrCreateContact(trx, ofTenant, number)
  }
  parts = { ...parts, numbers: { ...numbers, findOrCreateContact } }
  await place(['1', '2', '3'].map((text) => ({ from: ANN, text })))
  expect(created).toEqual([ANN])
})

test('a contact who is deleted while a text is routed comes back, and one who is erased is unknown', async () => {
  const { chats } = parts
  const ids = await Promise.all([ANN, BEN].map(async (phone) => (await tenant.addPhone(phone)).id))
  const lockAllOf: typeof chats.lockAllOf = async (trx, ...rest) => {
    await sql`update contacts set deleted_at = now() where number_id = ${ids[0]}`.execute(trx)
    await sql`update contacts set deleted_at = now(), number = '' where number_id = ${ids[1]}`.execute(trx)
    return chats.lockAllOf(trx, ...rest)
  }
  parts = { ...parts, chats: { ...chats, lockAllOf } }
  await place([ANN, BEN].map((from) => ({ from, text: 'Hello' })))
  const current = await parts.numbers.contactsByNumber(database.queries, tenantId, [ANN, BEN])
  expect(new Map(current.map(({ number, id }) => [number, id]))).toEqual(
    new Map([
      [ANN, ids[0]],
      [BEN, expect.not.stringMatching(ids[1] ?? '')],
    ]),
  )
  expect(await tenant.transcripts()).toEqual({ [`Phone ${ANN}`]: ['Hello'], '(202) 555-0143': ['Hello'] })
})

// The embedded database runs one transaction at a time.
test.runIf(process.env['DATABASE_URL'])('who is deleted while a text opens a chat leaves that chat', async () => {
  const { id: numberId } = await tenant.addPhone(ANN)
  const { chats } = parts
  const [opening, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const createInboundChat: typeof chats.createInboundChat = async (trx, chat) => {
    opening.resolve()
    await waiting.promise
    return chats.createInboundChat(trx, chat)
  }
  const { removePhoneOf } = createContactPhones(parts)
  parts = { ...parts, chats: { ...chats, createInboundChat } }
  const routing = place([{ from: ANN, text: 'Hello' }])
  await opening.promise
  const removal = database.transaction((trx) => removePhoneOf(trx, { tenantId, userId: newId<UserId>() }, numberId))
  await until(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      database.queries,
    )
    return rows.length > 0
  })
  waiting.resolve()
  await Promise.all([routing, removal])
  const { rows } = await sql`
    select from chat_members where tenant_id = ${tenantId} and member_id = ${numberId} and holds_number_id is not null`.execute(
    database.queries,
  )
  expect(rows).toEqual([])
})

test('every text of a batch counts in a chat without a team, even in one that the batch has opened', async () => {
  await tenant.openChat('Ann', [ANN])
  await place([ANN, BEN, ANN, BEN].map((from) => ({ from, text: 'Hello' })))
  const { rows } = await sql<{ count: number }>`
    select unclaimed_count as count from chats where tenant_id = ${tenantId}`.execute(database.queries)
  expect(rows.map(({ count }) => count)).toEqual([2, 2])
})

test('texts are not relayed to countries that are not allowed, and each phone has one record', async () => {
  const [london, paris, disabled] = ['+442079460018', '+33142685300', '+12025550145']
  const chatId = await tenant.openChat('All', [ANN, BEN, london, paris, disabled])
  await update('tenants', "allowed_countries = '{US,FR}'")
  await update('contacts', `disabled = (number = '${disabled}')`)
  await place([{ from: ANN, text: 'Hello' }])
  const { rows } = await sql<{ number: string; status: string; reason: string | null }>`
    select c.number, d.status, d.error_text as reason from deliveries d join contacts c
      on c.tenant_id = d.tenant_id and c.number_id = d.member_id
    where d.chat_id = ${chatId} order by c.number`.execute(database.queries)
  expect(rows.map(({ number, status, reason }) => [number, status, reason])).toEqual([
    [ANN, 'read', null],
    [BEN, 'queued', null],
    [disabled, 'skipped', 'This contact is disabled.'],
    [paris, 'queued', null],
    [london, 'skipped', expect.stringContaining('Texts to United Kingdom are not allowed')],
  ])
})

test('scheduled messages that a reply cancels are returned with each text, and announced', async () => {
  const chatId = await tenant.openChat('Ann', [ANN])
  const announced: RealtimeEvent = {
    tenantId,
    kind: 'DeliveryStatusUpdated',
    area: 'ChatContent',
    chatId,
    version: 1,
    data: { patch: {}, changed: [], removed: [], unreadCounts: {} },
  }
  const returned: ChatId[] = []
  const returnOnReply: typeof parts.chats.returnOnReply = async (_, chat) => {
    returned.push(chat.chatId)
    return [announced]
  }
  const writer = createInboundWriter({ ...parts, chats: { ...parts.chats, returnOnReply } })
  parts = { ...parts, writer }
  expect(await place([{ from: ANN, text: 'Hello' }])).toContain(announced)
  expect(returned).toEqual([chatId])
})

test('a pause of the relay is recorded after the text that caused it', async () => {
  const chatId = await tenant.openChat('Both', [ANN, BEN])
  const events = await place(['I am away', 'I am away'].map((text) => ({ from: ANN, text })))
  expect(versionsIn(events, chatId)).toEqual([
    [1, 'MessageAddedToChat'],
    [2, 'MessageAddedToChat'],
    [3, 'ChatUpdated'],
  ])
})

test.each([
  ['STOP', 'done', []],
  ['Hello', 'open', ['reopened']],
])('after %s, a done chat is %s', async (text, state, changes) => {
  const chatId = await tenant.openChat('Ann', [ANN])
  await update('chats', "state = 'done'")
  const events = await place([{ from: ANN, text }])
  const { rows } = await sql<{ state: string }>`select state from chats where chat_id = ${chatId}`.execute(
    database.queries,
  )
  expect(rows).toEqual([{ state }])
  const [{ data } = { data: null }] = events
  expect(data && 'changes' in data ? (data.changes ?? []).map(({ kind }) => kind) : []).toEqual(changes)
})

test.each([
  ['away reply', "away_reply = 'Not now'"],
  ['greeting', "greeting = 'Not now'"],
])('the delivery worker hears of an automatic %s', async (_, setting) => {
  await tenant.openChat('Ann', [ANN])
  await closeLine(setting)
  expect(await route([{ from: ANN, text: 'Hello' }])).toMatchObject({ hasQueuedTexts: true })
  expect(await tenant.transcripts()).toEqual({ Ann: ['Hello', 'Not now'] })
})

test('a text after an automatic reply comes after it, even if another process has a clock that is ahead', async () => {
  const chatId = await tenant.openChat('Ann', [ANN])
  await closeLine("away_reply = 'Not now'")
  const tomorrow = new Date(Date.now() + 86_400_000)
  await sql`update chats set last_message_id = ${newId()}, last_message_at = ${tomorrow} where chat_id = ${chatId}`.execute(
    database.queries,
  )
  await place(['Hello', 'Please'].map((text) => ({ from: ANN, text })))
  const { rows } = await sql<{ text: string; sentAt: Date }>`
    select text, sent_at from messages where chat_id = ${chatId} order by sent_at`.execute(database.queries)
  expect(rows).toEqual(
    ['Hello', 'Not now', 'Please'].map((text, index) => ({ text, sentAt: new Date(tomorrow.getTime() + 1 + index) })),
  )
})

test('a text that repeats an earlier one of its batch gets no automatic reply', async () => {
  await closeLine("away_reply = 'Not now'")
  await place([
    { from: ANN, text: 'Out of office', recovered: true },
    { from: ANN, text: 'Out of office' },
  ])
  expect(Object.values(await tenant.transcripts())).toEqual([['Out of office', 'Out of office']])
})
