import type { ChatId, MessageId, RealtimeEvent, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { TestDatabase } from '../../../tests/test-database.ts'
import { createChats } from '../../chats/index.ts'
import { createMedia, openMediaFolder } from '../../media/index.ts'
import type { Media } from '../../media/index.ts'
import { createLog, createTopic, newId, systemClock } from '../../platform/index.ts'
import { createTranscript } from '../../transcript/index.ts'
import { createTwilio } from '../../twilio/index.ts'
import { createInboundMedia } from './inbound-media.ts'
import { addPendingMedia } from './media-queue-store.ts'

const MINUTE = 60_000
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

/** A message that waits for two files, which Twilio gives out, and the work on them. */
async function waitingMessage({
  receivedAt = new Date(),
  ...meddling
}: Partial<Pick<Media, 'storeReceived'>> & { receivedAt?: Date } = {}) {
  const db = database.queries
  const [tenantId, chatId, messageId, numberId] = [newId<TenantId>(), newId<ChatId>(), newId<MessageId>(), newId()]
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Clinic', now())`.execute(db)
  await sql`insert into provider_numbers (tenant_id, number_id, sid, number, name, created_at)
    values (${tenantId}, ${numberId}, 'PN1', '+12025550100', 'Desk', now())`.execute(db)
  await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_id, last_message_at, created_at)
    values (${tenantId}, ${chatId}, ${numberId}, 'Chat', ${messageId}, now(), now())`.execute(db)
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_on, sent_by)
    values (${tenantId}, ${messageId}, ${chatId}, 'Look', now(), ${newId()})`.execute(db)
  const config = { PUBLIC_URL: 'https://us' }
  const media = createMedia({ database, clock: systemClock, store: openMediaFolder(database.folder), config })
  const outside = { browserUrl: (url: string) => url, fetch: async () => new Response('A file') }
  const announcements = createTopic<readonly RealtimeEvent[]>(fail)
  const announced: RealtimeEvent[] = []
  announcements.subscribe((events) => announced.push(...events))
  const transcript = createTranscript({ presentFile: (file) => media.present(file) })
  const parts = { database, clock: systemClock, log, transcript, announcements }
  const fetchInboundMedia = createInboundMedia({
    ...parts,
    tenants: { twilioAccount: async () => ACCOUNT },
    twilio: createTwilio({ outside, clock: systemClock, log }),
    media: { ...media, ...meddling },
    chats: createChats({
      ...parts,
      numbers: { findProviderNumber: uncalled, listInUse: uncalled, requireTextable: uncalled },
    }),
  })
  const pending = { tenantId, chatId, messageId, urls: URLS, receivedAt, requestId: null }
  await addPendingMedia(db, [pending])
  return {
    work: () => fetchInboundMedia(pending),
    announced,
    message: async () => (await transcript.byIds(db, tenantId, [messageId])).get(messageId),
  }
}

test('the files of a text are added once, even if they are fetched again because a process ended', async () => {
  const { work, message, announced } = await waitingMessage()
  expect(await message()).toMatchObject({ media: [], pendingMedia: 2 })
  await work()
  await work()
  expect((await message())?.media).toHaveLength(2)
  expect((await message())?.pendingMedia).toBe(0)
  expect(announced).toHaveLength(1)
})

test('two processes that fetch the same files add the files once', async () => {
  const { work, message, announced } = await waitingMessage()
  await Promise.all([work(), work()])
  expect((await message())?.media).toHaveLength(2)
  expect(announced).toHaveLength(1)
})

test('a file that cannot be kept is tried again for half an hour; then the message goes on without it', async () => {
  const storeReceived = () => fail(new Error('The disk is full.'))
  const young = await waitingMessage({ storeReceived })
  await expect(young.work()).rejects.toThrow('full')
  expect((await young.message())?.missingMedia).toBe(0)
  const old = await waitingMessage({ storeReceived, receivedAt: new Date(Date.now() - 31 * MINUTE) })
  await old.work()
  expect(await old.message()).toMatchObject({ media: [], pendingMedia: 0, missingMedia: 2 })
})
