import { conditionsOf, LIST_FILTERS } from '@partyline/contract'
import type { ChatId, MemberId, NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explainStatements } from '../../../tests/explain-statements.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database, Queries } from '../../platform/index.ts'
import { readListCursor } from './list-cursor.ts'
import { countFilters, countLines } from './counts-store.ts'
import { countUnread, listChats } from './list-store.ts'
import type { ListQuery, UnreadTotal } from './list-walks-store.ts'

const TENANT = '00000000-0000-4000-8000-00000000000a' as TenantId
const VIEWER = '00000000-0000-4000-8000-00000000000b' as MemberId
const NUMBER = '00000000-0000-4000-8000-00000000000c' as NumberId
const QUIET_LINE = '00000000-0000-4000-8000-00000000000d' as NumberId
/** In no chat. */
const OUTSIDER = '00000000-0000-4000-8000-00000000000e' as MemberId
const FEW = 1_000
/** The embedded database would take minutes for more. */
const MANY = process.env['DATABASE_URL'] ? 100_000 : 20_000

const END_OF_TODAY = new Date(Date.now() + 3_600_000).toISOString()
/** Chats whose next message is due. Those of later days come before them in the list. */
const DUE = 60
const DUE_LATER = 300
const MENTIONS = 60

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const db = database.queries
  await sql`insert into tenants (tenant_id, name, created_at) values (${TENANT}, 'Plan', now())`.execute(db)
  await sql`insert into users (tenant_id, user_id, name, role, created_at)
    values (${TENANT}, ${VIEWER}, 'Viewer', 'User', now())`.execute(db)
  await sql`insert into lines (tenant_id, number_id, sid, number, name, in_use, created_at) values
    (${TENANT}, ${NUMBER}, 'PN1', '+12025550100', 'Desk', true, now()),
    (${TENANT}, ${QUIET_LINE}, 'PN2', '+12025550101', 'Quiet', true, now())`.execute(db)
  await addChats(1, FEW)
  await sql`
    update chats set unclaimed_count = 2, failed_count = 1, waiting_since = now(), number_id = ${QUIET_LINE}
    where substring(name from 6)::int <= ${UNCLAIMED}`.execute(db)
  await sql`
    update chats set scheduled_count = 1, returned_count = (substring(name from 6)::int <= ${DUE})::int,
      scheduled_for = now() + interval '1 day' * (substring(name from 6)::int <= ${DUE_LATER})::int
    where substring(name from 6)::int <= ${DUE + DUE_LATER}`.execute(db)
  // The viewer's colleagues are mentioned, too.
  await sql`
    with colleagues as (
      insert into users (tenant_id, user_id, name, role, created_at)
      select ${TENANT}, gen_random_uuid(), 'Colleague', 'User', now() from generate_series(1, 40) returning user_id
    ), mentioning as (
      insert into notes (tenant_id, note_id, chat_id, created_by, created_at, text, mentions, mentions_everyone, version)
      select tenant_id, gen_random_uuid(), chat_id, ${VIEWER}, now(), '@everyone', '{}', true, 1
      from chats where substring(name from 6)::int <= ${MENTIONS} returning tenant_id, note_id, chat_id
    )
    insert into unread_mentions (tenant_id, user_id, chat_id, note_id)
    select tenant_id, u.user_id, chat_id, note_id
    from mentioning, (select user_id from colleagues union all select ${VIEWER}::uuid) u`.execute(db)
  await sql`vacuum analyze chats, notes, unread_mentions`.execute(db)
})
afterAll(() => database.close())

/**
 * Every third chat is not seen by all. The viewer is in three of four, and has unread messages in every seventh. Of five
 * chats one is done, and one is snoozed. Every second one is the viewer's.
 */
async function addChats(from: number, to: number) {
  const db = database.queries
  await sql`
    insert into chats (tenant_id, chat_id, number_id, name, last_message_at, list_rank, created_at, assigned_to,
      state, snoozed_until)
    select ${TENANT}, gen_random_uuid(), ${NUMBER}, 'Chat ' || n,
      date_trunc('milliseconds', now()) - n * interval '1 minute', (n % 3 = 0)::int, now(),
      case when n % 2 = 0 then ${VIEWER}::uuid end,
      case when n % 5 = 0 then 'done' when n % 5 = 1 then 'snoozed' else 'open' end,
      case when n % 5 = 1 then now() end
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
  await sql`
    insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at, unread_count, list_rank,
      state)
    select tenant_id, chat_id, ${VIEWER}, 'TeamsUser', created_at, last_message_at, (n % 7 = 0)::int,
      case when n % 7 = 0 then 2 else list_rank end, state
    from chats, lateral (select substring(name from 6)::int as n) numbered
    where n between ${from}::int and ${to}::int and n % 4 > 0`.execute(db)
  await sql`vacuum analyze chats, chat_members`.execute(db)
}

type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

const ofList = (query: Partial<ListQuery>): ListQuery => ({
  tenantId: TENANT,
  viewerId: VIEWER,
  mode: 'my',
  enabled: true,
  limit: 50,
  cursor: null,
  found: null,
  ...query,
})

const plansOf = (query: Partial<ListQuery>) => plansIn((db) => listChats(db, ofList(query)))

/** The plans of exactly the statements that run. */
const plansIn = (run: (db: Queries) => Promise<unknown>) => explainStatements<Plan>(database.queries, run)

const flat = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(flat)]
const buffersOf = (plans: Plan[]) =>
  plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0)

const middle: ListQuery['cursor'] = [
  0,
  new Date(Date.now() - 200 * 60_000).toISOString(),
  '80000000-0000-4000-8000-000000000000' as ChatId,
]
const lists: [string, Partial<ListQuery>, string[]][] = [
  ['my', { mode: 'my' }, ['chat_members_list']],
  ['my, further down', { mode: 'my', cursor: middle }, ['chat_members_list']],
  ['all', { mode: 'all' }, ['chat_members_list']],
  ['all, further down', { mode: 'all', cursor: middle }, ['chats_list', 'chat_members_list']],
  ['my open ones', { state: 'open' }, ['chat_members_list']],
  ['all open ones', { mode: 'all', state: 'open' }, ['chat_members_list']],
  ['all that are done, further down', { mode: 'all', state: 'done', cursor: middle }, ['chats_list']],
  ['the snoozed', { state: 'snoozed' }, ['chat_members_list']],
  ['the viewer’s, further down', { state: 'open', assigned: 'me', cursor: middle }, ['chats_assigned']],
  // Each filter has an index of its own, or shares one.
  ...LIST_FILTERS.map((name): [string, Partial<ListQuery>, string[]] => [
    `the filter ${name}`,
    { mode: 'all', ...conditionsOf([name], END_OF_TODAY) },
    [],
  ]),
  ['a line', { viewerId: OUTSIDER, mode: 'all', state: 'open', numberId: QUIET_LINE }, ['chats_line']],
]
/** The number of unclaimed chats on a bad day, independent of the number of chats. */
const UNCLAIMED = 60
const buffersOfFew = new Map<string, number>()

describe.each([FEW, MANY])('with %i chats', (chats) => {
  beforeAll(async () => {
    if (chats === MANY) await addChats(FEW + 1, MANY)
  })

  test.for(lists)('a page of %s uses indexes without a sort', async ([name, query, indexes]) => {
    const plans = await plansOf(query)
    const nodes = plans.flatMap(flat)
    // The chats with unread mentions of a person are few.
    const unwanted = query.mentioned ? /Seq Scan|Hash/ : /Sort|Seq Scan|Hash|Bitmap/
    expect(nodes.map((node) => node['Node Type']).filter((kind) => unwanted.test(kind))).toEqual([])
    expect(nodes.map((node) => node['Index Name'])).toEqual(expect.arrayContaining(indexes))
    const buffers = buffersOf(plans)
    const ofFew = buffersOfFew.get(name) ?? buffers
    buffersOfFew.set(name, ofFew)
    // The chats with mentions are looked up one by one, twice.
    expect(buffers).toBeLessThanOrEqual(query.mentioned ? 8 * MENTIONS : ofFew * 1.5)
  })

  test.for(['my', 'all'] as const)('the counts of filters read at most a hundred chats each (%s)', async (mode) => {
    const viewer = { tenantId: TENANT, viewerId: VIEWER, mode, endOfToday: END_OF_TODAY }
    const plans = await plansIn(async (db) => {
      const { unread, unanswered, done, attention, returned, dueToday } = await countFilters(db, viewer)
      expect([unread.more, done.more, attention.more]).toEqual([chats === MANY, true, false])
      expect([unanswered, returned, dueToday].map(({ more }) => more)).toEqual([false, false, false])
      const ofMode = mode === 'my' ? (DUE * 3) / 4 : DUE
      expect([returned.count, dueToday.count]).toEqual([ofMode, ofMode])
      // The same chats, open ones only.
      expect(unanswered.count).toBe(attention.count)
      expect(unanswered.count).toBeGreaterThan(0)
      expect(await countLines(db, viewer, [NUMBER, QUIET_LINE])).toMatchObject([
        // Only the first hundred are counted.
        { count: mode === 'my' ? 75 : 99, more: true },
        { more: false },
      ])
    })
    const walks = plans.flatMap(flat).filter((node) => node['Relation Name']?.startsWith('chat'))
    expect(walks.map((node) => node['Node Type']).filter((kind) => !kind.startsWith('Index'))).toEqual([])
    const rows = Math.max(...walks.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)))
    expect(rows).toBeLessThanOrEqual(100)
  })

  test('the unread total reads only unread chats that are open', async () => {
    const { rows } = await sql<UnreadTotal>`
      select count(*)::int as chats, sum(unread_count)::int as messages from chat_members
      where unread_count > 0 and state = 'open'`.execute(database.queries)
    const [unread] = rows
    const plans = await plansIn(async (db) => expect(await countUnread(db, ofList({}))).toEqual(unread))
    const nodes = plans.flatMap(flat)
    expect(nodes.map((node) => node['Index Name']).filter(Boolean)).toEqual(['chat_members_list'])
    // The index has all that is added up.
    expect(buffersOf(plans)).toBeLessThan(unread!.chats / 20 + 10)
  })
})

test('the pages of all chats have each chat once, in order, beyond a long run of unread chats', async () => {
  const db = database.queries
  await sql`
    update chat_members set list_rank = 2, unread_count = 1
    where last_message_at > now() - interval '4000 minutes'`.execute(db)
  await sql`vacuum analyze chat_members`.execute(db)
  const { rows: wanted } = await sql<{ chatId: ChatId; isUnread: boolean }>`
    select c.chat_id as "chatId", coalesce(m.list_rank = 2, false) as "isUnread"
    from chats c left join chat_members m on m.chat_id = c.chat_id
    order by case m.list_rank when 2 then 2 else c.list_rank end desc, c.last_message_at desc
    limit ${MANY / 4}`.execute(db)
  const unread = wanted.filter(({ isUnread }) => isUnread).length
  expect(unread).toBeGreaterThan(3_000)

  const seen: ChatId[] = []
  let cursor: ListQuery['cursor'] = null
  let buffersAcross: number | null = null
  while (seen.length < unread + 200) {
    const query: Partial<ListQuery> = { mode: 'all', limit: 200, cursor }
    const page = await listChats(db, ofList(query))
    if (seen.length <= unread && seen.length + 200 > unread) buffersAcross = buffersOf(await plansOf(query))
    seen.push(...page.chats.map(({ chatId }) => chatId))
    cursor = page.nextCursor ? readListCursor(page.nextCursor) : null
  }
  expect(buffersAcross).toBeLessThan(4 * (buffersOfFew.get('all') ?? 0) + unread / 10)
  expect(seen).toEqual(wanted.slice(0, seen.length).map(({ chatId }) => chatId))
})

test('chats that the viewer reads while a page is loaded are on it once', async () => {
  const db = database.queries
  const read: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // After the first statement, which found them unread.
    async transformResult({ result }) {
      await sql`update chat_members set list_rank = 0, unread_count = 0 where list_rank = 2`.execute(db)
      return result
    },
  }
  await sql`
    update chat_members set list_rank = case when last_message_at > now() - interval '100 minutes' then 2 else 0 end
    where list_rank = 2`.execute(db)
  const page = await listChats(db.withPlugin(read), ofList({ mode: 'all', limit: 500 }))
  const ids = page.chats.map(({ chatId }) => chatId)
  expect(ids).toHaveLength(500)
  expect(new Set(ids).size).toBe(500)
  expect(page.nextCursor).not.toBeNull()
})
