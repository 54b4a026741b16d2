import type { RealtimeEvent, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { QueuedText } from '../delivery/index.ts'
import { createTopic, newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { createInboundIntake } from './intake.ts'
import { createInboundRouter } from './router.ts'
import { ACCOUNT, createInboundTenant, DESK } from './tests/inbound-tenant.ts'
import type { InboundTenant } from './tests/inbound-tenant.ts'

const UNUSED = '+12025550101'
const [ANN, BEN, CAT] = ['+12025550142', '+12025550143', '+12025550144']

const fail = (error: unknown) => {
  throw error
}

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let tenantId: TenantId
let parts: InboundTenant['parts']
let tenant: InboundTenant
beforeEach(async () => {
  tenant = await createInboundTenant(database)
  tenantId = tenant.tenantId
  parts = tenant.parts
})

type Texted = { from: string; to?: string; text: string; requestId?: string; receivedAt?: Date; recovered?: boolean }

/** Routes the texts in one transaction, and returns the events to announce. */
async function place(texts: readonly Texted[]): Promise<RealtimeEvent[]> {
  const kept = texts.map(
    ({ from, to = DESK, text, requestId = newId(), receivedAt = new Date(), recovered = false }, index) => ({
      tenantId,
      accountSid: ACCOUNT,
      messageSid: `SM${index}`,
      parameters: { From: from, To: to, Body: text },
      recovered,
      requestId,
      receivedAt,
      isSuspended: false,
      isOfAccount: true,
    }),
  )
  const { events } = await database.transaction((trx) => createInboundRouter(parts)(trx, tenantId, kept))
  return events
}

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
  const tomorrow = v7({ msecs: Date.now() + 86_400_000 })
  await sql`update chats set last_message_id = ${tomorrow} where chat_id = ${chatId}`.execute(database.queries)
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
  expect(events.filter((event) => event.chatId === chatId).map(({ kind, version }) => [version, kind])).toEqual([
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
  const queued: TenantId[] = []
  let mediaQueued = 0
  const textsQueued = createTopic<readonly QueuedText[]>(fail)
  textsQueued.subscribe((texts) => queued.push(...texts.map((text) => text.tenantId)))
  const intake = createInboundIntake({
    ...parts,
    database,
    log: { error: fail, info: () => {} },
    announcements: createTopic<readonly RealtimeEvent[]>(fail),
    textsQueued,
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
  expect([queued, mediaQueued]).toEqual([[tenantId], 0])
  await receive(ANN, { NumMedia: '1', MediaUrl0: 'https://api.twilio.com/media' })
  expect([queued, mediaQueued]).toEqual([[tenantId], 1])
  await intake.stop()
})

test('a line replies by itself only to a text that has just arrived', async () => {
  await sql`update lines set greeting = 'Welcome' where tenant_id = ${tenantId}`.execute(database.queries)
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
