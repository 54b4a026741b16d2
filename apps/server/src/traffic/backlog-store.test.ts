import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../platform/index.ts'
import { explainableBacklog, readBacklog } from './backlog-store.ts'

const TENANT = 'aaaaaaaa-0000-4000-8000-000000000000'
const SUSPENDED = 'bbbbbbbb-0000-4000-8000-000000000000'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const db = database.queries
  for (const id of [TENANT, SUSPENDED]) {
    await sql`insert into tenants (tenant_id, name, suspended, created_at)
      values (${id}, 'Plan', ${id === SUSPENDED}, now())`.execute(db)
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${id}, ${id}, 'PN', ${id}, 'Desk', now())`.execute(db)
    await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
      values (${id}, ${id}, ${id}, 'Chat', now(), now())`.execute(db)
    await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
      values (${id}, ${id}, ${id}, 'Text', now(), ${id})`.execute(db)
  }
})
afterAll(() => database.close())

type Texts = { count: number; status: string; tenantId?: string; sid?: string; at?: string }

async function addTexts({ count, status, tenantId = TENANT, sid, at = '2026-11-21T12:00:00Z' }: Texts) {
  await sql`insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at,
      from_number_id, to_number, body, provider_sid)
    select ${tenantId}, gen_random_uuid(), ${tenantId}, ${tenantId}, gen_random_uuid(), ${status}, ${at}::timestamptz,
      ${tenantId}, '+1' || lpad(n::text, 10, '0'), 'Text',
      case when ${sid ?? null}::text is not null then ${sid ?? null}::text || gen_random_uuid() end
    from generate_series(1, ${count}::int) n`.execute(database.queries)
}

async function addEvents(count: number, state: 'waiting' | 'done') {
  await sql`insert into provider_events (tenant_id, account_sid, message_sid, parameters, received_at, next_try_at,
      processed_at)
    select ${TENANT}, 'AC', gen_random_uuid(), '{}', '2026-11-21T11:00:00Z', now(),
      case when ${state} = 'done' then now() end
    from generate_series(1, ${count}::int) n`.execute(database.queries)
}

test('the backlog of an empty database is empty', async () => {
  const nothing = { queued: 0, sending: 0, unknown: 0, inbound: 0, oldestUnsent: null, oldestInbound: null }
  expect(await readBacklog(database.queries)).toEqual(nothing)
})

test('the backlog excludes texts that are done, accepted by Twilio, or of a suspended tenant', async () => {
  await addTexts({ count: 3, status: 'queued' })
  await addTexts({ count: 1, status: 'sending', at: '2026-11-21T11:30:00Z' })
  await addTexts({ count: 2, status: 'unknown' })
  await addTexts({ count: 9, status: 'delivered', sid: 'SM', at: '2026-11-01T00:00:00Z' })
  await addTexts({ count: 9, status: 'sending', sid: 'SM', at: '2026-11-01T00:00:00Z' })
  await addTexts({ count: 9, status: 'queued', tenantId: SUSPENDED, at: '2026-11-01T00:00:00Z' })
  await addEvents(2, 'waiting')
  await addEvents(9, 'done')
  expect(await readBacklog(database.queries)).toEqual({
    queued: 3,
    sending: 1,
    oldestUnsent: new Date('2026-11-21T11:30:00Z'),
    unknown: 2,
    inbound: 2,
    oldestInbound: new Date('2026-11-21T11:00:00Z'),
  })
})

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

test('the backlog is read without scanning finished texts', async () => {
  await addTexts({ count: 20_000, status: 'delivered', sid: 'SM' })
  await addEvents(20_000, 'done')
  for (const table of ['deliveries', 'provider_events']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(database.queries)
  }
  const explain = sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (format json) ${explainableBacklog()}`
  const top = (await explain.execute(database.queries)).rows[0]?.['QUERY PLAN'][0]?.Plan
  const flat = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(flat)]
  const whole = flat(top ?? { 'Node Type': 'Seq Scan', 'Relation Name': 'deliveries' })
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'])
  expect(whole.filter((table) => table !== 'tenants')).toEqual([])
})
