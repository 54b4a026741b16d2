// Statements about one row, where another tenant has a row with the same id.
import type { FileId, MemberId, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lastChangeAt } from '../src/chats/chat-changes-store.ts'
import { haveTexted } from '../src/chats/chats-store.ts'
import { chatsOfContact, findNewOwner } from '../src/chats/members-store.ts'
import { isAbandoned } from '../src/delivery/queue-store.ts'
import type { Send } from '../src/delivery/queue-store.ts'
import { postponeMedia } from '../src/inbound/media-queue-store.ts'
import { postponeEvent } from '../src/inbound/provider-events-store.ts'
import { findSenders } from '../src/messages/pending-store.ts'
import { newId } from '../src/platform/index.ts'
import { lockTenant, replaceToken } from '../src/tenants/tenants-store.ts'
import { hitsByIds } from '../src/transcript/hits-store.ts'
import { addMedia, filesOf, findQuote, isInChat, noteMissingMedia } from '../src/transcript/messages-store.ts'
import { insertReadRecords, unreadIds } from '../src/transcript/read-records-store.ts'
import { findPoll, notePoll } from '../src/users/directory-polls-store.ts'
import { findDirectoryStates, updateUser } from '../src/users/users-store.ts'
import { insertQueuedText, insertTwin } from './queued-text.ts'
import { openTestDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const NOW = new Date('2026-11-25T09:00:00Z')
const LATER = new Date('2026-11-25T10:00:00Z')

let ours: Send
let theirs: Send
beforeEach(async () => {
  ours = await insertQueuedText(database.queries, { number: '+12025550142', at: NOW })
  theirs = { ...ours, tenantId: await insertTwin(database.queries, ours) }
})

/** The values of a column, ours first. */
async function valuesOf(table: string, column: string): Promise<unknown[]> {
  const valueOf = async (tenantId: TenantId) => {
    const { rows } = await database.pool.query<{ value: unknown }>(
      `select ${column} as value from ${table} where tenant_id = $1`,
      [tenantId],
    )
    return rows[0]?.value
  }
  return [await valueOf(ours.tenantId), await valueOf(theirs.tenantId)]
}

const both = () => [ours.tenantId, theirs.tenantId]

test('a delivery is abandoned only if its own lease has ended', async () => {
  const { queries } = database
  await sql`update deliveries set leased_until = ${NOW} where tenant_id = ${theirs.tenantId}`.execute(queries)
  expect(await isAbandoned(queries, ours, LATER)).toBe(false)
  expect(await isAbandoned(queries, theirs, LATER)).toBe(true)
})

test('the files of one message are postponed, counted as missing, and numbered', async () => {
  const { queries } = database
  const { tenantId, messageId } = ours
  await sql`insert into inbound_media (tenant_id, message_id, chat_id, urls, received_at, due_at)
    select id, ${messageId}, ${ours.chatId}, array['https://api.twilio.com/file'], ${NOW}, ${NOW}
    from unnest(${both()}::uuid[]) as id`.execute(queries)
  await postponeMedia(queries, { tenantId, messageId }, LATER)
  expect(await valuesOf('inbound_media', 'due_at')).toEqual([LATER, NOW])
  await noteMissingMedia(queries, tenantId, { messageId, missing: 2 })
  expect(await valuesOf('messages', 'missing_media')).toEqual([2, 0])
  const fileId = newId<FileId>()
  await sql`insert into files (tenant_id, file_id, directory, file_name, content_type, length, created_at)
    select id, ${fileId}, 'files', 'file', 'image/png', 1, ${NOW} from unnest(${both()}::uuid[]) as id`.execute(queries)
  await addMedia(queries, theirs.tenantId, { messageId, fileIds: [fileId, fileId] })
  await addMedia(queries, tenantId, { messageId, fileIds: [fileId] })
  expect(await valuesOf('message_media', 'max(position)')).toEqual([1, 2])
  expect(await filesOf(queries, tenantId, messageId)).toHaveLength(1)
  expect(await filesOf(queries, theirs.tenantId, messageId)).toHaveLength(2)
})

test('a message, a member and a change that only another tenant has are not found', async () => {
  const { queries } = database
  const { messageId, chatId } = ours
  const memberId = newId<MemberId>()
  const reader = { memberId, joinedAfter: null, limit: 10 }
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at)
    values (${theirs.tenantId}, ${chatId}, ${memberId}, 'ExternalMobile', ${NOW}, ${NOW})`.execute(queries)
  await sql`insert into chat_changes (tenant_id, change_id, chat_id, changed_at, kind, details)
    values (${theirs.tenantId}, ${newId()}, ${chatId}, ${NOW}, 'relayPaused',
      ${JSON.stringify({ memberId })}::json)`.execute(queries)
  await sql`delete from deliveries where tenant_id = ${ours.tenantId}`.execute(queries)
  await sql`delete from messages where tenant_id = ${ours.tenantId}`.execute(queries)
  const found = ({ tenantId }: Send) =>
    Promise.all([
      isInChat(queries, { tenantId, chatId }, messageId),
      unreadIds(queries, { tenantId, chatId }, reader),
      chatsOfContact(queries, { tenantId, memberId, max: 10 }),
      lastChangeAt(queries, { tenantId, chatId }, { kind: 'relayPaused', memberId }),
      haveTexted(queries, tenantId, { numberId: ours.fromNumberId, memberId }),
      findQuote(queries, { tenantId, chatId }, messageId).then((quote) => quote?.id ?? null),
      hitsByIds(queries, tenantId, [messageId]).then((hits) => hits.size),
    ])
  expect(await found(ours)).toEqual([false, [], [], null, false, null, 0])
  expect(await found(theirs)).toEqual([true, [messageId], [chatId], NOW, true, messageId, 1])
})

test('a message is unread although the same member of another tenant has read it', async () => {
  const { tenantId, chatId, messageId } = theirs
  const reader = { memberId: newId<MemberId>(), joinedAfter: null, limit: 10 }
  await insertReadRecords(database.queries, theirs, {
    ...reader,
    messageIds: [messageId],
    newId,
    at: NOW,
  })
  expect(await unreadIds(database.queries, { tenantId, chatId }, reader)).toEqual([])
  expect(await unreadIds(database.queries, { tenantId: ours.tenantId, chatId }, reader)).toEqual([messageId])
})

test('a text from a phone is postponed for one tenant', async () => {
  await sql`insert into provider_events (tenant_id, account_sid, message_sid, parameters, received_at, next_try_at)
    select id, 'AC1', 'SM1', '{}', ${NOW}, ${NOW} from unnest(${both()}::uuid[]) as id`.execute(database.queries)
  await postponeEvent(database.queries, { tenantId: ours.tenantId, accountSid: 'AC1', messageSid: 'SM1' }, NOW)
  expect(await valuesOf('provider_events', 'attempts')).toEqual([1, 0])
})

test('a returned message goes to an Admin of its own tenant', async () => {
  const [admin, theirAdmin, author] = [newId<UserId>(), newId<UserId>(), newId<UserId>()]
  await sql`insert into users (tenant_id, user_id, name, role, created_at)
    values (${theirs.tenantId}, ${theirAdmin}, 'Priya', 'Admin', ${NOW}),
      (${ours.tenantId}, ${admin}, 'Dana', 'Admin', ${LATER})`.execute(database.queries)
  expect(await findNewOwner(database.queries, ours.tenantId, { author, assignedTo: null })).toBe(admin)
})

test('a scheduled message is sent by people and lines of its own tenant', async () => {
  const { queries } = database
  const { chatId, fromNumberId } = ours
  const [writtenBy, messageId] = [newId<UserId>(), newId()]
  await sql`insert into users (tenant_id, user_id, name, role, created_at)
    values (${ours.tenantId}, ${writtenBy}, 'Omar', 'User', ${NOW}),
      (${theirs.tenantId}, ${writtenBy}, 'Priya', 'Admin', ${NOW})`.execute(queries)
  await sql`insert into pending_messages (tenant_id, message_id, chat_id, number_id, state, text, recipients,
      written_by, written_at, send_at, cancel_on_reply)
    select id, ${messageId}, ${chatId}, ${fromNumberId}, 'held', 'Hello', '{}', ${writtenBy}, ${NOW}, ${NOW}, false
    from unnest(${both()}::uuid[]) as id`.execute(queries)
  await sql`update lines set in_use = true where tenant_id = ${theirs.tenantId}`.execute(queries)
  await sql`update tenants set suspended = true where tenant_id = ${theirs.tenantId}`.execute(queries)
  const sendersOf = async ({ tenantId }: Send) => {
    const { isSuspended, linesInUse, authors } = await findSenders(queries, tenantId, [chatId])
    return [isSuspended, [...linesInUse], [...authors.values()].map(({ name }) => name)]
  }
  expect(await sendersOf(ours)).toEqual([false, [], ['Omar']])
  expect(await sendersOf(theirs)).toEqual([true, [fromNumberId], ['Priya']])
})

test('a tenant is locked, and its token replaced, by its own id', async () => {
  const { queries } = database
  await sql`update tenants set auth_token_encrypted = 'old' where tenant_id = any(${both()}::uuid[])`.execute(queries)
  for (const id of both()) {
    expect(await database.transaction((trx) => lockTenant(trx, id))).toMatchObject({ tenantId: id })
  }
  expect(await replaceToken(queries, ours.tenantId, { from: 'old', to: 'new' })).toBe(true)
  expect(await valuesOf('tenants', 'auth_token_encrypted')).toEqual(['new', 'old'])
})

test('a directory’s poll and its people are those of one tenant', async () => {
  const { queries } = database
  const { tenantId } = ours
  const userId = newId<UserId>()
  await sql`insert into directory_polls (tenant_id, due_at) select id, ${NOW} from unnest(${both()}::uuid[]) as id`.execute(
    queries,
  )
  await sql`insert into users (tenant_id, user_id, name, role, created_at, left_directory_at)
    select id, ${userId}, 'Omar', 'User', ${NOW}, ${NOW} from unnest(${both()}::uuid[]) as id`.execute(queries)
  const claimed = { tenantId, link: null, leasedUntil: NOW, failure: null }
  await notePoll(queries, claimed, { link: null, dueAt: LATER, completedAt: NOW, failure: 'refused' })
  expect(await valuesOf('directory_polls', 'due_at')).toEqual([LATER, NOW])
  expect(await findPoll(queries, tenantId)).toEqual({ completedAt: NOW, failure: 'refused' })
  expect(await findPoll(queries, theirs.tenantId)).toEqual({ completedAt: null, failure: null })
  await updateUser(queries, { tenantId, userId }, { leftDirectoryAt: null })
  expect(await valuesOf('users', 'left_directory_at')).toEqual([null, NOW])
  const hasLeft = async (id: TenantId) => (await findDirectoryStates(queries, id)).get(userId)
  expect([await hasLeft(tenantId), await hasLeft(theirs.tenantId)]).toEqual([false, true])
})
