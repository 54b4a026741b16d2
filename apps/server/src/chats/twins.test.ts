import type { ChatId, MemberId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStillClock } from '../../tests/still-clock.ts'
import { createTestChats } from '../../tests/test-chats.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'

const TYPED = '+525515875145'
const NETWORK = '+5215515875145'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let tenantId: TenantId
let lines: [NumberId, NumberId]
let ana: NumberId
let twin: NumberId
let clock: ReturnType<typeof createStillClock>
let chats: ReturnType<typeof createTestChats>['chats']
beforeEach(async () => {
  clock = createStillClock()
  chats = createTestChats({ database, clock }).chats
  tenantId = newId<TenantId>()
  lines = [newId<NumberId>(), newId<NumberId>()]
  await sql`delete from contact_merges`.execute(database.queries)
  await sql`update contacts set deleted_at = now()`.execute(database.queries)
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Clinic', now())`.execute(
    database.queries,
  )
  for (const [index, id] of lines.entries()) {
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${tenantId}, ${id}, ${id}, ${`+1202555010${index}`}, '', now())`.execute(database.queries)
  }
  ana = await addContact(TYPED, '+52 55 1587 5145', '2026-01-01')
  twin = await addContact(NETWORK, 'Ana', '2026-02-01')
})

async function addContact(number: string, name: string, at: string): Promise<NumberId> {
  const id = newId<NumberId>()
  await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
    values (${tenantId}, ${id}, ${number}, ${name}, ${at})`.execute(database.queries)
  return id
}

function openChat(of: NumberId, numberId: NumberId, lastMessageAt: string): Promise<ChatId> {
  return database.transaction(async (trx) => {
    const memberId = of as string as MemberId
    const { chat } = await chats.createInboundChat(trx, { tenantId, numberId, name: 'Ana', memberId, userIds: [] })
    await sql`update chats set last_message_at = ${lastMessageAt} where chat_id = ${chat.chatId}`.execute(trx)
    return chat.chatId
  })
}

/** The phone that each chat has now; null if it is archived. */
async function phonesOf(...chatIds: ChatId[]) {
  const { rows } = await sql<{ chatId: ChatId; memberId: NumberId | null }>`
    select c.chat_id, m.member_id from chats c
      left join chat_members m on m.chat_id = c.chat_id and m.holds_number_id = c.number_id and c.archived_at is null
    where c.tenant_id = ${tenantId}`.execute(database.queries)
  return chatIds.map((id) => rows.filter(({ chatId }) => chatId === id).map(({ memberId }) => memberId))
}

async function changesOf(chatId: ChatId) {
  const { rows } = await sql<{ kind: string; other: string | null }>`
    select kind, details->'otherChat'->>'id' as other from chat_changes where chat_id = ${chatId}
    order by change_id`.execute(database.queries)
  return rows.map(({ kind, other }) => (other ? `${kind} ${other}` : kind))
}

async function contactsNow() {
  const { rows } = await sql<{ id: NumberId; name: string; number: string }>`
    select number_id as id, name, number from contacts where tenant_id = ${tenantId} and deleted_at is null
    order by created_at`.execute(database.queries)
  return rows
}

async function mergeAll() {
  for (const twins of await chats.twinMerges.find()) await chats.twinMerges.merge(twins)
}

test('finding twins changes nothing', async () => {
  expect(await chats.twinMerges.find()).toMatchObject([{ tenantId, kept: { id: ana }, merged: { id: twin } }])
  expect(await contactsNow()).toHaveLength(2)
})

test('the newer chat keeps the phone, the other is archived, both link to each other, and it can be reversed', async () => {
  const before = await contactsNow()
  const older = await openChat(ana, lines[0], '2026-03-01')
  const newer = await openChat(twin, lines[0], '2026-03-02')
  const alone = await openChat(twin, lines[1], '2026-03-03')
  await mergeAll()
  expect(await phonesOf(older, newer, alone)).toEqual([[null], [ana], [ana]])
  expect(await contactsNow()).toEqual([{ id: ana, name: 'Ana', number: TYPED }])
  expect(await changesOf(older)).toContain(`phoneMovedAway ${newer}`)
  expect(await changesOf(newer)).toContain(`phoneMovedHere ${older}`)
  expect(await chats.twinMerges.find()).toEqual([])

  const [merge] = await chats.twinMerges.findMerges()
  expect(merge && (await chats.twinMerges.reverse(merge))).toBe(true)
  expect(await phonesOf(older, newer, alone)).toEqual([[ana], [twin], [twin]])
  expect(await contactsNow()).toEqual(before)
  expect(merge && (await chats.twinMerges.reverse(merge))).toBe(false)
  expect(await chats.twinMerges.findMerges()).toEqual([])
  await mergeAll()
  expect(await phonesOf(older, newer, alone)).toEqual([[null], [ana], [ana]])
})

test('the kept contact keeps its own newer chat, which says from where the phone came', async () => {
  const newer = await openChat(ana, lines[0], '2026-03-02')
  const older = await openChat(twin, lines[0], '2026-03-01')
  await mergeAll()
  expect(await phonesOf(newer, older)).toEqual([[ana], [null]])
  expect(await changesOf(newer)).toContain(`phoneMovedHere ${older}`)
  const [merge] = await chats.twinMerges.findMerges()
  expect(merge && (await chats.twinMerges.reverse(merge))).toBe(true)
  expect(await phonesOf(newer, older)).toEqual([[ana], [twin]])
})

test('the contact whose number the network gave is kept, and a disabled twin stays disabled', async () => {
  const chatId = await openChat(twin, lines[0], '2026-03-01')
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    values (${tenantId}, ${newId()}, ${chatId}, 'Hi', now(), ${twin})`.execute(database.queries)
  await sql`update contacts set disabled = true where number_id = ${ana}`.execute(database.queries)
  await mergeAll()
  const { rows } = await sql`select number, disabled from contacts where tenant_id = ${tenantId}
    and deleted_at is null`.execute(database.queries)
  expect(rows).toEqual([{ number: NETWORK, disabled: true }])
})

test('phones of other tenants, and other phones, are no twins', async () => {
  await sql`update contacts set number = '+525515875146' where number_id = ${twin}`.execute(database.queries)
  const other = newId<TenantId>()
  await sql`insert into tenants (tenant_id, name, created_at) values (${other}, '', now())`.execute(database.queries)
  await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
    values (${other}, ${newId()}, ${NETWORK}, '', now())`.execute(database.queries)
  expect(await chats.twinMerges.find()).toEqual([])
})

test('a contact that was deleted since it was found is left alone', async () => {
  const chatId = await openChat(twin, lines[0], '2026-03-02')
  const [twins] = await chats.twinMerges.find()
  await sql`update contacts set deleted_at = now() where number_id = ${ana}`.execute(database.queries)
  expect(twins && (await chats.twinMerges.merge(twins))).toBeNull()
  expect(await phonesOf(chatId)).toEqual([[twin]])
  expect(await chats.twinMerges.findMerges()).toEqual([])
})

test('a phone that has left a chat since the merge does not return to it', async () => {
  const chatId = await openChat(twin, lines[0], '2026-03-01')
  await mergeAll()
  await sql`update chat_members set deleted_at = now(), holds_number_id = null
    where chat_id = ${chatId} and member_id = ${ana}`.execute(database.queries)
  const [merge] = await chats.twinMerges.findMerges()
  expect(merge && (await chats.twinMerges.reverse(merge))).toBe(true)
  expect(await phonesOf(chatId)).toEqual([[null]])
})

test('the latest merge is listed first', async () => {
  await mergeAll()
  clock.pass(1)
  const eva = await addContact('+541123456789', 'Eva', '2026-01-01')
  await addContact('+5491123456789', 'Eva', '2026-02-01')
  await mergeAll()
  expect((await chats.twinMerges.findMerges()).map(({ keptId }) => keptId)).toEqual([eva, ana])
})
