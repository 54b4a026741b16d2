import type { ChatId, MemberId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchList } from '../src/chats/list/list-search.ts'
import { searchMessages } from '../src/messages/search-service.ts'
import type { Database } from '../src/platform/index.ts'
import { searchStep } from '../src/transcript/index.ts'
import { openTestDatabase } from './test-database.ts'

/** The maximum number of buffers (8 KB each) per statement of a search. */
const MAX_BUFFERS = 3_000

const uuid = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`
const TENANT = uuid('a') as TenantId
const OTHER_TENANT = uuid('b') as TenantId
const VIEWER = uuid('c') as MemberId
const LINE = uuid('c') as NumberId
const FIRST_CONTACT = '00000000-0000-4000-8000-000000000001' as MemberId
const FIRST_CHAT = '00000000-0000-4000-8000-000000000001' as ChatId
/** The embedded database would take minutes for more. */
const MESSAGES = process.env['DATABASE_URL'] ? 60_000 : 8_000
const CHATS = MESSAGES / 20
const LONG_MESSAGES = 1_200
const CONTACTS = 2_000

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const db = database.queries
  for (const tenantId of [TENANT, OTHER_TENANT]) {
    await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Plan', now())`.execute(db)
    await sql`insert into users (tenant_id, user_id, name, role, created_at)
      values (${tenantId}, ${VIEWER}, 'Viewer', 'User', now())`.execute(db)
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${tenantId}, ${VIEWER}, 'PN1', '+12025550100', 'Desk', now())`.execute(db)
    await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
      select ${tenantId}, ${chatId(sql`n`)}, ${VIEWER}, 'Chat ' || n, now() - n * interval '1 minute', now()
      from generate_series(1, ${CHATS}::int) n`.execute(db)
    await sql`insert into chat_members
        (tenant_id, chat_id, member_id, role, added_at, last_message_at, list_rank)
      select tenant_id, chat_id, ${VIEWER}, 'TeamsUser', now(), last_message_at, 0 from chats
      where tenant_id = ${tenantId}`.execute(db)
  }
  await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
    select ${TENANT}, ${chatId(sql`n`)}, '+1202' || lpad(n::text, 7, '0'), 'Contact ' || n, now()
    from generate_series(1, ${CONTACTS}::int) n`.execute(db)
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at)
    select ${TENANT}, ${chatId(sql`1 + (n + m) % ${CHATS}::int`)}, ${chatId(sql`n`)}, 'ExternalMobile', now(), now()
    from generate_series(1, ${CONTACTS}::int) n, generate_series(0, 2) m`.execute(db)
  // An old broadcast, which is a fifth of all messages. Several tenants write at a time, so neighbors are on other pages.
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    select tenant_id, ${messageId}, ${chatId(sql`1 + n % ${CHATS}::int`)},
      case when n < ${MESSAGES / 10} then 'Old but ordinary' when n < ${MESSAGES * 0.3} then 'Closed for snow' else 'Hello' end
        || ' ' || n, now() - (${MESSAGES} - n) * interval '1 minute', ${VIEWER}
    from generate_series(1, ${MESSAGES}::int) n,
      unnest(array[${TENANT}, ${OTHER_TENANT}, ${OTHER_TENANT}]::uuid[]) with ordinality tenant (tenant_id, copy)
    order by n, copy`.execute(db)
  // Every third message has a file, and every sixth a picture.
  await sql`insert into files (tenant_id, file_id, directory, file_name, content_type, length, created_at)
    select tenant_id, message_id, 'files', 'file', case when row_number() over (order by message_id) % 6 = 0
      then 'image/png' else 'text/vcard' end, 1, now()
    from messages where right(message_id::text, 12)::bigint % 3 = 0`.execute(db)
  await sql`insert into message_media (tenant_id, message_id, position, file_id, sent_at)
    select m.tenant_id, m.message_id, 1, f.file_id, m.sent_at
    from files f join messages m on m.tenant_id = f.tenant_id and m.message_id = f.file_id`.execute(db)
  await sql`vacuum analyze`.execute(db)
})
afterAll(() => database.close())

const chatId = (n: ReturnType<typeof sql>) => sql`('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
const messageId = sql`('01900000-0000-7000-800' || copy || '-' || lpad(n::text, 12, '0'))::uuid`

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number; 'Index Cond'?: string; Plans?: Plan[] }

/** The buffers that PostgreSQL reads for each statement of a search. */
async function buffersOf(search: (database: Database) => Promise<unknown>): Promise<number[]> {
  const plans = await plansOf(search)
  return plans.map((plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
}

async function plansOf(search: (database: Database) => Promise<unknown>): Promise<Plan[]> {
  const statements: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await search({
    ...database,
    queries: database.queries.withPlugin(recorder),
    transaction: (work) => database.transaction((trx) => work(trx.withPlugin(recorder))),
  })
  const plans: Plan[] = []
  for (const node of statements) {
    const { rows } = await searchStep(database, (db) =>
      sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
        explain (analyze, buffers, format json) ${{ toOperationNode: () => node }}`.execute(db),
    )
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    if (!plan) throw new Error('A statement has no plan.')
    plans.push(plan)
  }
  return plans
}

const indexConditionsOf = (plan: Plan): string[] => [
  plan['Index Cond'] ?? '',
  ...(plan.Plans ?? []).flatMap((part) => indexConditionsOf(part)),
]

test('of the words of a term, those that many messages have are not looked up in the index', async () => {
  const conditionsOf = async (term: string) => {
    const plans = await plansOf((db) => searchMessages(db, TENANT, { term, limit: 50 }))
    return plans.flatMap(indexConditionsOf).filter((condition) => condition.includes('@@'))
  }
  const found = await conditionsOf(`hello ${MESSAGES - 600}`)
  expect(found).toEqual([expect.stringContaining(String(MESSAGES - 600))])
  expect(found.join('')).not.toContain('hello')
})

// PostgreSQL takes the words for independent, and so for rare together.
test('words that are always together, as in a template, are looked up in the index only once', async () => {
  const plans = await plansOf((db) => searchMessages(db, TENANT, { term: '"closed for snow"', limit: 50 }))
  expect(plans.flatMap(indexConditionsOf).filter((condition) => condition.includes('@@'))).toHaveLength(1)
})

test('words that are each in many of the newest messages, but never together, are found in an older one', async () => {
  const tenantId = uuid('d') as TenantId
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Apart', now())`.execute(
    database.queries,
  )
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${tenantId}, ${LINE}, 'PN2', '+12025550101', 'Desk', now())`.execute(database.queries)
  await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
    values (${tenantId}, ${FIRST_CHAT}, ${LINE}, 'Chat', now(), now())`.execute(database.queries)
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    select ${tenantId}, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${FIRST_CHAT},
      case when n = 1 then 'Sun and rain' when n % 2 = 0 then 'Sun' else 'Rain' end, now(), ${VIEWER}
    from generate_series(1, 600) n`.execute(database.queries)
  const { messages } = await searchMessages(database, tenantId, { term: 'sun rain', limit: 50 })
  expect(messages.map(({ text }) => text)).toEqual(['Sun and rain'])
})

const TERMS = ['', 'snow', 'hello', 'ordinary', 'none', '"for snow"', 'contact', 'h', 'contact 17', 'snow 700']

test.for(TERMS)('each step of a search for %s reads few buffers', async (term) => {
  const filtered = [
    {},
    { memberIds: [VIEWER] },
    { memberIds: [VIEWER, FIRST_CONTACT] },
    { enabled: true },
    { chatId: FIRST_CHAT },
    { sentBy: VIEWER, numberId: LINE },
    { hasPicture: true },
    { hasPicture: true, memberIds: [VIEWER], numberId: LINE, enabled: true },
    { hasPicture: true, chatId: FIRST_CHAT },
  ]
  for (const filters of filtered) {
    const steps = await buffersOf((db) => searchMessages(db, TENANT, { term, limit: 50, ...filters }))
    expect(Math.max(...steps)).toBeLessThanOrEqual(MAX_BUFFERS)
  }
  if (term === '') return
  for (const mode of ['my', 'all'] as const) {
    const query = { tenantId: TENANT, viewerId: VIEWER, enabled: true, limit: 50, mode, unclaimed: false }
    const steps = await buffersOf((db) => searchList(db, { ...query, term }))
    expect(Math.max(...steps)).toBeLessThanOrEqual(MAX_BUFFERS)
  }
})

test('each step through long messages, whose words are stored out of line, reads few buffers', async () => {
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    select ${TENANT}, ('01910000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${chatId(sql`1 + n % 10`)},
      (select left('Hello ' || string_agg(left(md5(n || '-' || w), 5), ' '), 1600) from generate_series(1, 300) w),
      now(), ${VIEWER}
    from generate_series(1, ${LONG_MESSAGES}::int) n`.execute(database.queries)
  await sql`vacuum analyze all_messages`.execute(database.queries)
  for (const term of ['closed', 'none', 'hello', '"000']) {
    const steps = await buffersOf((db) => searchMessages(db, TENANT, { term, limit: 50 }))
    const query = {
      tenantId: TENANT,
      viewerId: VIEWER,
      enabled: true,
      limit: 50,
      mode: 'my' as const,
      unclaimed: false,
    }
    steps.push(...(await buffersOf((db) => searchList(db, { ...query, term }))))
    expect(Math.max(...steps)).toBeLessThanOrEqual(MAX_BUFFERS)
  }
})
