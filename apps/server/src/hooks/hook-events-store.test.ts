import type { HookId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database, Queries } from '../platform/index.ts'
import { deleteLog, listEvents, undelivered } from './hook-events-store.ts'

const tenantId = '00000000-0000-4000-8000-00000000000a' as TenantId
const hookId = '00000000-0000-4000-8000-00000000000b' as HookId
const OTHER = '00000000-0000-4000-8000-00000000000c' as HookId
const FAILING = '00000000-0000-4000-8000-00000000000d' as HookId
const EVENTS = 12_000

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  for (const hook of [hookId, OTHER]) {
    await sql`insert into hook_events (tenant_id, hook_id, kind, happened_at, created_at, state)
      select ${tenantId}, ${hook}, 'message.sent', now(), now() - n * interval '1 second',
        case when n % 4000 = 0 then 'missed' else 'delivered' end
      from generate_series(1, ${EVENTS}::int) n`.execute(database.queries)
  }
  await sql`vacuum analyze hook_events`.execute(database.queries)
})
afterAll(() => database.close())

test('what was not delivered is found without reading the whole log', async () => {
  const read = await blocksReadBy(async (trx) => {
    expect(await undelivered(trx, { tenantId, hookId }, { since: new Date(0), limit: 10 })).toHaveLength(3)
  })
  expect(read).toBeLessThan(20)
})

test('a page of a log, and what was not delivered, is found among many newer events of another webhook that were not sent', async () => {
  await sql`insert into hook_events (tenant_id, hook_id, kind, happened_at, created_at, state)
    select ${tenantId}, ${FAILING}, 'message.sent', now(), now() + n * interval '1 second', 'missed'
    from generate_series(1, ${3 * EVENTS}::int) n`.execute(database.queries)
  await sql`vacuum analyze hook_events`.execute(database.queries)
  const page = await blocksReadBy(async (trx) => {
    expect(await listEvents(trx, { tenantId, hookId }, { limit: 50 })).toHaveLength(50)
  })
  expect(page).toBeLessThan(20)
  const read = await blocksReadBy(async (trx) => {
    expect(await undelivered(trx, { tenantId, hookId }, { since: new Date(0), limit: 10_000 })).toHaveLength(3)
  })
  expect(read).toBeLessThan(20)
})

async function blocksReadBy(work: (trx: Queries) => Promise<void>): Promise<number> {
  return database.transaction(async (trx) => {
    const before = await blocksRead(trx)
    await work(trx)
    const read = (await blocksRead(trx)) - before
    expect(read).toBeGreaterThan(0)
    return read
  })
}

/** Blocks read in this transaction, of the table and its indexes. */
async function blocksRead(trx: Queries): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`select sum(pg_stat_get_xact_blocks_fetched(oid))::int as blocks
    from pg_class where relname like 'hook_events%'`.execute(trx)
  return rows[0]?.blocks ?? 0
}

test('a log is deleted in parts, and no other one', async () => {
  let parts = 0
  for (let from: Date | null = new Date(0); from; parts += 1) {
    from = await deleteLog(database.queries, { tenantId, hookId }, from)
  }
  expect(parts).toBe(3)
  const { rows } = await sql<{ hookId: HookId; count: number }>`
    select hook_id, count(*) from hook_events group by hook_id`.execute(database.queries)
  expect(rows.filter(({ hookId: id }) => id !== FAILING)).toEqual([{ hookId: OTHER, count: EVENTS }])
})
