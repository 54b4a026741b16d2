import type { ChatId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../platform/index.ts'
import { messagesBeside, messagesWithFiles } from './messages-store.ts'

const TENANT = '00000000-0000-4000-8000-00000000000a' as TenantId
const NUMBER = '00000000-0000-4000-8000-00000000000c'
const CHAT = '00000000-0000-4000-8000-00000000000d' as ChatId
const inChat = { tenantId: TENANT, chatId: CHAT }
const FEW = 1_000
/** The embedded database would take minutes for more. */
const MANY = process.env['DATABASE_URL'] ? 100_000 : 10_000

/** The larger index has one more level. A page that reads all messages would grow a hundredfold. */
const MAX_GROWTH = 2

const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}` as MessageId

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const db = database.queries
  await sql`insert into tenants (tenant_id, name, created_at) values (${TENANT}, 'Plan', now())`.execute(db)
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${TENANT}, ${NUMBER}, 'PN1', '+12025550100', 'Desk', now())`.execute(db)
  await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
    values (${TENANT}, ${CHAT}, ${NUMBER}, 'Long', now(), now())`.execute(db)
  await addMessages(1, FEW)
})
afterAll(() => database.close())

async function addMessages(from: number, to: number) {
  await sql`
    insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    select ${TENANT}, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${CHAT}, 'Message', now(), ${NUMBER}
    from generate_series(${from}::int, ${to}::int) n`.execute(database.queries)
  await sql`vacuum analyze all_messages`.execute(database.queries)
}

test('the files of a chat are looked for in a part of its messages at a time', async () => {
  const db = database.queries
  const pages: (MessageId | null)[] = []
  let before: MessageId | undefined
  do {
    const { ids, next } = await messagesWithFiles(db, inChat, { before, limit: 10, read: 400 })
    expect(ids).toEqual([])
    pages.push(next)
    before = next ?? undefined
  } while (before)
  expect(pages).toEqual([idOf(FEW - 399), idOf(FEW - 799), null])
})

const buffersOfFew = new Map<string, number>()

/** The buffers that PostgreSQL reads for a page. */
async function buffersOf(side: Parameters<typeof messagesBeside>[2]): Promise<number> {
  let buffers = 0
  const explained = database.queries.withPlugin({
    // The statement is raw. Query builders inside it are transformed separately.
    transformQuery: ({ node }) =>
      node.kind === 'RawNode'
        ? sql`explain (analyze, buffers, format json) ${{ toOperationNode: () => node }}`.toOperationNode()
        : node,
    async transformResult({ result }) {
      const [{ Plan: plan }] = (result.rows[0]?.['QUERY PLAN'] ?? []) as [{ Plan: Record<string, number> }]
      buffers += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
      return result
    },
  })
  await messagesBeside(explained, inChat, side)
  return buffers
}

describe.each([FEW, MANY])('in a chat of %i messages', (count) => {
  beforeAll(async () => {
    if (count === MANY) await addMessages(FEW + 1, MANY)
  })

  test.for([
    ['the newest page', { from: null, towards: 'older', limit: 50 }],
    ['the page before a message', { from: idOf(500), towards: 'older', limit: 50 }],
    ['the page after a message', { from: idOf(500), towards: 'newer', limit: 50 }],
    ['the page from a message on', { from: idOf(500), towards: 'newer', limit: 50, inclusive: true }],
  ] as const)('%s is read without reading the others', async ([name, side]) => {
    const buffers = await buffersOf(side)
    const ofFew = buffersOfFew.get(name) ?? buffers
    buffersOfFew.set(name, ofFew)
    expect(buffers).toBeGreaterThan(0)
    expect(buffers).toBeLessThanOrEqual(ofFew * MAX_GROWTH)
  })
})
