import type { ChatId, MessageId, RealtimeEvent, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { TestDatabase } from '../../tests/test-database.ts'
import { createChats } from '../chats/index.ts'
import type { QueuedText } from '../delivery/index.ts'
import { createMedia, openMediaFolder } from '../media/index.ts'
import type { Media } from '../media/index.ts'
import { createLog, createTopic, newId, systemClock } from '../platform/index.ts'
import { createTranscript } from '../transcript/index.ts'
import { createTwilio } from '../twilio/index.ts'
import { createInboundMedia } from './inbound-media.ts'
import { addPendingMedia } from './media-queue-store.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-11-21T12:00:00Z')
const ACCOUNT = { accountSid: `AC${'a'.repeat(32)}`, authToken: 'secret' }
const URLS = ['1', '2'].map(
  (digit) =>
    `https://api.twilio.com/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages/MM${'1'.repeat(32)}/Media/ME${digit.repeat(32)}`,
)
const log = createLog('silent')
const fail = (error: unknown) => {
  throw error
}
const uncalled = () => fail(new Error('A picture needs no number.'))

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

type Circumstances = Partial<Pick<Media, 'storeReceived'>> & {
  receivedAt?: Date
  /** Twilio’s response for the URL of a file. */
  answer?: (url: string) => Response
  account?: typeof ACCOUNT | null
}

/** A message with two files at Twilio, and the job that fetches them. */
async function waitingMessage({
  receivedAt = new Date(NOW),
  answer = () => new Response('A file'),
  account = ACCOUNT,
  ...meddling
}: Circumstances = {}) {
  const db = database.queries
  const [tenantId, chatId, messageId, numberId] = [newId<TenantId>(), newId<ChatId>(), newId<MessageId>(), newId()]
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Clinic', now())`.execute(db)
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${tenantId}, ${numberId}, 'PN1', '+12025550100', 'Desk', now())`.execute(db)
  await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_id, last_message_at, created_at)
    values (${tenantId}, ${chatId}, ${numberId}, 'Chat', ${messageId}, now(), now())`.execute(db)
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    values (${tenantId}, ${messageId}, ${chatId}, 'Look', now(), ${newId()})`.execute(db)
  const config = { PUBLIC_URL: 'https://us' }
  const media = createMedia({ database, clock: systemClock, store: openMediaFolder(database.folder), config })
  const outside = { browserUrl: (url: string) => url, fetch: async (url: unknown) => answer(String(url)) }
  const announcements = createTopic<readonly RealtimeEvent[]>(fail)
  const announced: RealtimeEvent[] = []
  announcements.subscribe((events) => announced.push(...events))
  const transcript = createTranscript({ presentFile: (file) => media.present(file) })
  const clock = { ...systemClock, now: () => new Date(NOW) }
  const textsQueued = createTopic<readonly QueuedText[]>(fail)
  const queued: (readonly QueuedText[])[] = []
  textsQueued.subscribe((texts) => queued.push(texts))
  const parts = { database, clock, log, transcript, announcements, textsQueued }
  const fetchInboundMedia = createInboundMedia({
    ...parts,
    tenants: { twilioAccount: async () => account },
    twilio: createTwilio({ outside, clock: systemClock, log }),
    media: { ...media, ...meddling },
    chats: createChats({
      ...parts,
      numbers: { findLine: uncalled, listInUse: uncalled, requireTextable: uncalled },
    }),
  })
  const pending = { tenantId, chatId, messageId, urls: URLS, receivedAt, requestId: null }
  await addPendingMedia(db, [pending])
  return {
    ids: { tenantId, chatId, messageId, numberId },
    work: () => fetchInboundMedia(pending),
    announced,
    /** The texts announced to the delivery worker. */
    queued,
    message: async () => (await transcript.byIds(db, tenantId, [messageId])).get(messageId),
  }
}

test('files are added once, even if the job runs again', async () => {
  const { work, message, announced } = await waitingMessage()
  expect(await message()).toMatchObject({ media: [], pendingMedia: 2 })
  await work()
  await work()
  expect((await message())?.media).toHaveLength(2)
  expect((await message())?.pendingMedia).toBe(0)
  expect(announced).toHaveLength(1)
})

test('two processes that fetch the same files add them once', async () => {
  const { work, message, announced } = await waitingMessage()
  await Promise.all([work(), work()])
  expect((await message())?.media).toHaveLength(2)
  expect(announced).toHaveLength(1)
})

test('a full storage is retried without a limit', async () => {
  const storeReceived = () => fail(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  const old = await waitingMessage({ storeReceived, receivedAt: new Date(NOW - 31 * MINUTE) })
  await expect(old.work()).rejects.toThrow('no space left')
  expect(await old.message()).toMatchObject({ media: [], pendingMedia: 2, missingMedia: 0 })
})

test('a failed write is retried for half an hour, and then the files count as missing', async () => {
  const storeReceived = () => fail(new Error('The folder cannot be written.'))
  const young = await waitingMessage({ storeReceived, receivedAt: new Date(NOW - 30 * MINUTE + 1) })
  await expect(young.work()).rejects.toThrow('cannot be written')
  expect((await young.message())?.missingMedia).toBe(0)
  const old = await waitingMessage({ storeReceived, receivedAt: new Date(NOW - 30 * MINUTE) })
  await old.work()
  expect(await old.message()).toMatchObject({ media: [], pendingMedia: 0, missingMedia: 2 })
})

const status = (code: number) => (url: string) =>
  url.endsWith('1') ? new Response('', { status: code }) : new Response('A file')

test('a file that is not available yet is retried for ten minutes, and then counts as missing', async () => {
  const young = await waitingMessage({ answer: status(404), receivedAt: new Date(NOW - 10 * MINUTE + 1) })
  await expect(young.work()).rejects.toThrow('404')
  expect(await young.message()).toMatchObject({ media: [], pendingMedia: 2, missingMedia: 0 })
  const old = await waitingMessage({ answer: status(404), receivedAt: new Date(NOW - 10 * MINUTE) })
  await old.work()
  expect(await old.message()).toMatchObject({ media: [{}], pendingMedia: 0, missingMedia: 1 })
})

test('a file that Twilio refuses is not retried, and the others are added', async () => {
  const { work, message } = await waitingMessage({ answer: status(403) })
  await work()
  expect(await message()).toMatchObject({ media: [{}], pendingMedia: 0, missingMedia: 1 })
})

test('without an account, all files count as missing', async () => {
  const { work, message } = await waitingMessage({ account: null })
  await work()
  expect(await message()).toMatchObject({ media: [], pendingMedia: 0, missingMedia: 2 })
})

test('a relayed text becomes due when its files are stored, and the delivery worker hears of it', async () => {
  const { work, ids, queued } = await waitingMessage()
  const db = database.queries
  await sql`insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at,
      from_number_id, to_number, body)
    values (${ids.tenantId}, ${newId()}, ${ids.messageId}, ${ids.chatId}, ${newId()}, 'queued', now(),
      ${ids.numberId}, '+12025550143', 'Ann: Look')`.execute(db)
  await work()
  const { rows } = await sql`select due_at as due from deliveries where tenant_id = ${ids.tenantId}`.execute(db)
  expect(rows).toEqual([{ due: new Date(NOW) }])
  expect(queued).toEqual([[{ tenantId: ids.tenantId }]])
})
