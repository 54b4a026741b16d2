import type { ChatId, MemberId, MessageId, NumberId, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { WRITABLE_CHAT } from '../../tests/writable-chat.ts'
import type { Database, Queries } from '../platform/index.ts'
import type { PendingMessage } from '../transcript/index.ts'
import { findChat } from './chats-store.ts'
import { lockChatsOf } from './list-fields-store.ts'
import { lockForMessages } from './locked-chats-store.ts'
import { findHolders } from './members-store.ts'
import { insertMessages, writeMessages } from './new-messages-store.ts'
import type { NewMessageIn } from './new-messages-store.ts'

const TENANT = '00000000-0000-4000-8000-00000000000a' as TenantId
const USER = '00000000-0000-4000-8000-00000000000b' as UserId
const CHAT = '00000000-0000-4000-8000-00000000000d' as ChatId
/** Number of contacts, of chats, and of answered requests. */
const MANY = 2_000
/** So few contacts that PostgreSQL may prefer reading all of them. */
const FEW = 200
/** A chat, its user and its phone, and a request: each found by its key. */
const MAX_ROWS = 10

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const db = database.queries
  await sql`insert into tenants (tenant_id, name, created_at) values (${TENANT}, 'Plan', now())`.execute(db)
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${TENANT}, ${USER}, 'PN1', '+12025550100', 'Desk', now())`.execute(db)
  await sql`insert into users (tenant_id, user_id, name, role, created_at)
    values (${TENANT}, ${USER}, 'Dana', 'User', now())`.execute(db)
  await addChats(db, [CHAT])
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at)
    values (${TENANT}, ${CHAT}, ${USER}, 'TeamsUser', now(), now())`.execute(db)
})
afterAll(() => database.close())

/** Each with a contact of its own. */
async function addChats(db: Queries, ids: readonly string[]) {
  await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
    select ${TENANT}, id, ${USER}, 'Chat', now(), now() from unnest(${ids}::uuid[]) id`.execute(db)
  await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
    select ${TENANT}, id, '+1' || right(id::text, 10), 'Contact', now() from unnest(${ids}::uuid[]) id`.execute(db)
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at, holds_number_id)
    select ${TENANT}, id, id, 'ExternalMobile', now(), now(), ${USER} from unnest(${ids}::uuid[]) id`.execute(db)
}

const REQUEST = {
  tenantId: TENANT,
  userId: USER,
  call: 'messages.send' as const,
  key: '7',
  fingerprint: Buffer.alloc(0),
}

/** How many rows the database reads of each table for this work in the transaction. */
async function rowsRead(trx: Queries, work: () => Promise<unknown>): Promise<Map<string, number>> {
  const before = await readSoFar(trx)
  await work()
  const read = [...(await readSoFar(trx))].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)] as const)
  return new Map(read.filter(([, rows]) => rows > 0))
}

async function readSoFar(trx: Queries): Promise<Map<string, number>> {
  const { rows } = await sql<{ table: string; rows: number }>`
    select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables`.execute(
    trx,
  )
  return new Map(rows.map((read) => [read.table, read.rows]))
}

const chatIds = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `00000000-0000-4000-8000-1${String(from + n).padStart(11, '0')}`)

const NUMBER = USER as string as NumberId
const MESSAGE = CHAT as string as MessageId
const NEW_MESSAGE: NewMessageIn = {
  chat: { ...WRITABLE_CHAT, tenantId: TENANT, chatId: CHAT, numberId: NUMBER },
  message: {
    id: MESSAGE,
    text: 'Hello',
    sentOn: new Date(),
    sentBy: USER as string as MemberId,
    parent: null,
    providerSid: null,
    recovered: false,
    automatic: null,
    files: [],
    pendingMedia: 0,
    deliveries: [],
  },
}
const PENDING_MESSAGE: PendingMessage = {
  tenantId: TENANT,
  chatId: CHAT,
  id: MESSAGE,
  numberId: NUMBER,
  state: 'held',
  text: 'Hello',
  parent: null,
  files: [],
  recipients: [],
  writtenBy: USER,
  writtenAt: new Date(),
  sendAt: new Date(),
  cancelOnReply: false,
  opensChat: false,
  reason: null,
  ownerId: null,
  requestId: null,
}

test('adding a text among hundreds of contacts reads few rows', async () => {
  const rollBack = new Error('Roll back')
  let rows: [table: string, count: number][] = []
  const adding = database.transaction(async (trx) => {
    await addChats(trx, chatIds(0, FEW))
    await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
      select tenant_id, chat_id, chat_id, 'First', now(), ${USER} from chats where chat_id <> ${CHAT}`.execute(trx)
    await sql`analyze`.execute(trx)
    rows = [...(await rowsRead(trx, () => insertMessages(trx, [NEW_MESSAGE])))]
    throw rollBack
  })
  await expect(adding).rejects.toBe(rollBack)
  expect(rows.map(([table]) => table)).toContain('contact_phones')
  expect(rows.filter(([, count]) => count > MAX_ROWS)).toEqual([])
})

test('the words of a held text are computed once', async () => {
  const rollBack = new Error('Roll back')
  let calls = -1
  const holding = database.transaction(async (trx) => {
    await sql`set local track_functions = 'all'`.execute(trx)
    const left = new Map([[CHAT, []]])
    const held = { message: PENDING_MESSAGE, request: null }
    await writeMessages(trx, [], { tenantId: TENANT, added: [held], canceled: [], left })
    await writeMessages(trx, [NEW_MESSAGE], { tenantId: TENANT, added: [], canceled: [], left })
    const { rows } = await sql<{ calls: number }>`
      select calls::integer from pg_stat_xact_user_functions where funcname = 'search_words'`.execute(trx)
    calls = rows[0]?.calls ?? 0
    throw rollBack
  })
  await expect(holding).rejects.toBe(rollBack)
  expect(calls).toBe(1)
})

describe('among thousands', () => {
  beforeAll(async () => {
    await addChats(database.queries, chatIds(0, MANY))
    await sql`insert into idempotency_keys (tenant_id, user_id, call, key, fingerprint, result_id, created_at)
      select ${TENANT}, ${USER}, 'messages.send', n::text, '', ${CHAT}, now()
      from generate_series(1, ${MANY}::int) n`.execute(database.queries)
    await sql`vacuum analyze`.execute(database.queries)
  })

  test('locking a chat for a message reads few rows', async () => {
    await database.transaction(async (trx) => {
      const read = await rowsRead(trx, async () => {
        const held = await lockForMessages(trx, TENANT, { chatIds: [CHAT], requests: [REQUEST] })
        expect(held.known).toHaveLength(1)
        expect(held.chats[0]?.members).toHaveLength(2)
      })
      expect(read.keys()).toContain('idempotency_keys')
      expect([...read].filter(([, rows]) => rows > MAX_ROWS)).toEqual([])
    })
  })

  test('the chats of a phone are found by its key', async () => {
    const phone = CHAT as string as MemberId
    await database.transaction(async (trx) => {
      const read = await rowsRead(trx, async () => {
        expect(await lockChatsOf(trx, TENANT, phone)).toEqual([CHAT])
        expect(await findHolders(trx, TENANT, [phone])).toMatchObject([{ chatId: CHAT }])
      })
      expect(read.keys()).toContain('chat_members')
      expect([...read].filter(([, rows]) => rows > MAX_ROWS)).toEqual([])
    })
  })
})

test('a chat that is locked for a message has every field of its row that the message and its event may need', async () => {
  const { chats } = await database.transaction((trx) => lockForMessages(trx, TENANT, { chatIds: [CHAT], requests: [] }))
  const row = await findChat(database.queries, TENANT, CHAT)
  const written = new Set([
    'autoNamed',
    'version',
    'messageCount',
    'lastMessageAt',
    'hasUnread',
    'archivedAt',
    'deletedBefore',
  ])
  expect(chats).toMatchObject([Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !written.has(name)))])
})
