import type { ChatId, MessageId, RealtimeEvent, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { TestDatabase } from '../../../tests/test-database.ts'
import { createChats } from '../../chats/index.ts'
import { createMedia, openMediaDisk } from '../../media/index.ts'
import type { Media } from '../../media/index.ts'
import { createLog, createTopic, newId, systemClock } from '../../platform/index.ts'
import { createTranscript } from '../../transcript/index.ts'
import { createTwilio } from '../../twilio/index.ts'
import { createInboundMedia } from './inbound-media.ts'

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
  since = new Date(),
  ...meddling
}: Partial<Pick<Media, 'storeReceived'>> & { since?: Date } = {}) {
  const db = database.queries
  const [tenantId, chatId, messageId, numberId] = [newId<TenantId>(), newId<ChatId>(), newId<MessageId>(), newId()]
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Clinic', now())`.execute(db)
  await sql`insert into provider_numbers (tenant_id, number_id, sid, number, name, created_at)
    values (${tenantId}, ${numberId}, 'PN1', '+12025550100', 'Desk', now())`.execute(db)
  await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_id, last_message_at, created_at)
    values (${tenantId}, ${chatId}, ${numberId}, 'Chat', ${messageId}, now(), now())`.execute(db)
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_on, sent_by)
    values (${tenantId}, ${messageId}, ${chatId}, 'Look', now(), ${newId()})`.execute(db)
  const config = { AUTH_SECRET: 'secret', PUBLIC_URL: 'https://us', API_URL: 'https://us' }
  const media = createMedia({ database, clock: systemClock, disk: openMediaDisk(database.folder), config })
  const outside = { browserUrl: (url: string) => url, fetch: async () => new Response('A file') }
  const announcements = createTopic<readonly RealtimeEvent[]>(fail)
  const announced: RealtimeEvent[] = []
  announcements.subscribe((events) => announced.push(...events))
  const transcript = createTranscript({ presentFile: (tenant, file) => media.present(tenant, file) })
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
  const order = { tenantId, chatId, messageId, urls: URLS, since: since.toISOString() }
  return {
    work: () => fetchInboundMedia(order),
    announced,
    message: async () => (await transcript.byIds(db, tenantId, [messageId])).get(messageId),
  }
}

test('the files of a text are added once, also where a job comes again because its process ended', async () => {
  const { work, message, announced } = await waitingMessage()
  await work()
  await work()
  expect((await message())?.media).toHaveLength(2)
  expect(announced).toHaveLength(1)
})

test('two processes at one job add the files once', async () => {
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
  const old = await waitingMessage({ storeReceived, since: new Date(Date.now() - 31 * MINUTE) })
  await old.work()
  expect(await old.message()).toMatchObject({ media: [], missingMedia: 2 })
})
