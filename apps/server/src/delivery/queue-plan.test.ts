import type { NumberId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../platform/index.ts'
import { dueSends, explainableLook } from './queue-store.ts'
import type { SenderQueue, Look } from './queue-store.ts'

const uuid = (letter: string, index = 0) => `${letter.repeat(8)}-0000-4000-8000-${String(index).padStart(12, '0')}`
const BUSY: SenderQueue = { tenantId: uuid('a') as TenantId, fromNumberId: uuid('a', 1) as NumberId }
const QUIET: SenderQueue = { tenantId: uuid('b') as TenantId, fromNumberId: uuid('b', 1) as NumberId }

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  for (const { tenantId, fromNumberId } of [BUSY, QUIET]) {
    await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Plan', now())`.execute(
      database.queries,
    )
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${tenantId}, ${fromNumberId}, 'PN', ${fromNumberId}, 'Desk', now())`.execute(database.queries)
    await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
      values (${tenantId}, ${fromNumberId}, ${fromNumberId}, 'Chat', now(), now())`.execute(database.queries)
    await sql`insert into files (tenant_id, file_id, directory, file_name, content_type, length, created_at)
      values (${tenantId}, ${fromNumberId}, 'd', 'a.png', 'image/png', 1, now())`.execute(database.queries)
  }
  await addTexts(BUSY, { from: 1, to: 1_000, phones: 100 })
  await addTexts(QUIET, { from: 1_000_001, to: 1_000_001, phones: 1 })
})
afterAll(() => database.close())

/** Texts to this many phones in turn, each of its own message, due in the order in which they were written. */
async function addTexts(
  { tenantId, fromNumberId }: SenderQueue,
  { from, to, phones }: { from: number; to: number; phones: number },
) {
  const db = database.queries
  const id = sql`('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`
  await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    select ${tenantId}, ${id}, ${fromNumberId}, 'Text ' || n, now(), ${tenantId}
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
  await sql`insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at,
      from_number_id, to_number, body, due_at)
    select ${tenantId}, ${id}, ${id}, ${fromNumberId}, gen_random_uuid(), 'queued', now(), ${fromNumberId},
      '+1' || lpad((n % ${phones}::int)::text, 10, '0'), 'Text ' || n, now() + n * interval '1 microsecond'
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
  await sql`insert into message_media (tenant_id, message_id, position, file_id)
    select ${tenantId}, ${id}, 1, ${fromNumberId} from generate_series(${from}::int, ${to}::int) n`.execute(db)
  await sql`vacuum analyze deliveries, message_media`.execute(db)
}

const look = (more: Partial<Look> = {}): Look => ({
  now: new Date(Date.now() + 60_000),
  queues: 16,
  perQueue: 4,
  after: null,
  places: [],
  closedQueues: [],
  closedTenants: [],
  ...more,
})

const found = async (more?: Partial<Look>) =>
  (await dueSends(database.queries, look(more))).map(({ tenantId, sends }) => [
    tenantId,
    sends.map(({ id, toNumber }) => `${Number(id.slice(-12))} ${toNumber.slice(-3)}`),
  ])

test('every queue returns the first text of each phone', async () => {
  expect(await found()).toEqual([
    [BUSY.tenantId, ['100 000', '1 001', '2 002', '3 003']],
    [QUIET.tenantId, ['1000001 000']],
  ])
})

test('a walk continues after a queue, and after a phone of a queue', async () => {
  expect(await found({ after: BUSY })).toEqual([[QUIET.tenantId, ['1000001 000']]])
  expect(await found({ queues: 1, places: [{ ...BUSY, toNumber: '+10000000097' }] })).toEqual([
    [BUSY.tenantId, ['98 098', '99 099']],
  ])
})

test('closed queues and tenants are skipped', async () => {
  expect(await found({ closedQueues: [BUSY] })).toEqual([[QUIET.tenantId, ['1000001 000']]])
  expect(await found({ closedTenants: [QUIET.tenantId], perQueue: 1 })).toEqual([[BUSY.tenantId, ['100 000']]])
})

test('an unfinished text delays later ones to its phone only', async () => {
  await sql`update deliveries set due_at = null, status = 'sending' where tenant_id = ${BUSY.tenantId}
    and to_number = '+10000000001' and body = 'Text 1'`.execute(database.queries)
  expect(await found({ queues: 1 })).toEqual([[BUSY.tenantId, ['100 000', '2 002', '3 003', '4 004']]])
  await sql`update deliveries set provider_sid = 'SM1' where body = 'Text 1'`.execute(database.queries)
  expect(await found({ queues: 1 })).toEqual([[BUSY.tenantId, ['100 000', '101 001', '2 002', '3 003']]])
})

type Plan = { 'Node Type': string; 'Index Name'?: string; 'Shared Hit Blocks': number; Plans?: Plan[] }

/** The generic plan, executed without places and without closed queues or tenants. */
async function planOf(): Promise<{ nodes: Plan[]; blocks: number }> {
  const { sql: text, parameters } = explainableLook(look()).compile(database.queries)
  const literalOf = (value: unknown) =>
    value instanceof Date ? value.toISOString() : Array.isArray(value) ? '{}' : value
  const values = sql.join(parameters.map((value) => sql.lit(literalOf(value))))
  const rows = await database.transaction(async (trx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    await sql`prepare look as ${sql.raw(text)}`.execute(trx)
    const explain = sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
      explain (analyze, buffers, format json) execute look(${values})`
    const plan = await explain.execute(trx)
    await sql`deallocate look`.execute(trx)
    return plan.rows
  })
  const top = rows[0]?.['QUERY PLAN'][0]?.Plan
  const flat = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(flat)]
  return { nodes: top ? flat(top) : [], blocks: top?.['Shared Hit Blocks'] ?? Number.NaN }
}

test('polling walks one index, and twenty times as many texts at most double the blocks read', async () => {
  const before = await planOf()
  await addTexts(BUSY, { from: 2_000, to: 21_000, phones: 100 })
  const after = await planOf()
  for (const { nodes } of [before, after]) {
    const onTable = nodes.filter((node) => /Index|Seq|Bitmap/.test(node['Node Type']))
    // Besides the queue: whether its tenant is suspended, and whether a text has pictures.
    const indexes = new Set(onTable.map((node) => node['Index Name']))
    expect(indexes).toEqual(new Set(['deliveries_pair', 'message_media_pkey', 'tenants_pkey']))
    expect(nodes.filter((node) => /Sort|Seq Scan|Bitmap/.test(node['Node Type']))).toEqual([])
  }
  // The index is one level deeper.
  expect(before.blocks).toBeGreaterThan(0)
  expect(after.blocks).toBeLessThanOrEqual(before.blocks * 2)
})
