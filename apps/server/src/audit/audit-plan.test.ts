import type { AuditEntry, AuditEntryId, AuditKind, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainStatements } from '../../tests/explain-statements.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { firstIdOf } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { listEntries } from './audit-store.ts'

const TENANT = '00000000-0000-4000-8000-00000000000a' as TenantId
const DANA = '00000000-0000-4000-8000-00000000000b' as UserId
const DAY_MS = 86_400_000
const PER_DAY = 100
/** The embedded database would take minutes for more. */
const DAYS = process.env['DATABASE_URL'] ? 1_000 : 100
const START = Date.parse('2024-01-01T00:00:00Z')
const DAY = START + (DAYS / 2) * DAY_MS

/** The maximum number of buffers (8 KB each) of the log. All of it has a hundred for 10,000 entries. */
const MAX_BUFFERS = 20

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const db = database.queries
  await sql`insert into tenants (tenant_id, name, created_at) values (${TENANT}, 'Plan', now())`.execute(db)
  await sql`insert into users (tenant_id, user_id, name, role, created_at)
    values (${TENANT}, ${DANA}, 'Dana', 'Admin', now())`.execute(db)
  // Dana made one in ten. One in twenty is a sign-in; later, one in twenty is a sign-out.
  await sql`insert into audit_log (tenant_id, entry_id, done_at, done_by, kind, changes)
    select ${TENANT}, (lpad(to_hex(ms), 12, '0') || '70008000' || lpad(n::text, 12, '0'))::uuid,
      to_timestamp(ms / 1000.0), case when n % 10 = 0 then ${DANA}::uuid end,
      case when n % 20 = 0 then 'signedIn' when n % 20 = 1 and ms >= ${DAY + DAY_MS}::bigint then 'signedOut'
        else 'optedOut' end, '[]'
    from (select n, ${START}::bigint + n * ${DAY_MS / PER_DAY}::bigint as ms
      from generate_series(0, ${DAYS * PER_DAY - 1}::int) n) entries`.execute(db)
  await sql`vacuum analyze audit_log, users`.execute(db)
})
afterAll(() => database.close())

type Plan = {
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

function buffersOfLog(plan: Plan): number {
  if (plan['Relation Name'] === 'audit_log') return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  return (plan.Plans ?? []).reduce((sum, part) => sum + buffersOfLog(part), 0)
}

type Filter = { by?: UserId; kind?: AuditKind; before?: AuditEntryId }

/** A page of a day, and the buffers of the log that PostgreSQL reads for it. */
async function readDay(filter: Filter) {
  const [from, to] = [new Date(DAY).toISOString(), new Date(DAY + DAY_MS).toISOString()]
  let entries: AuditEntry[] = []
  const plans = await explainStatements<Plan>(database.queries, async (db) => {
    entries = await listEntries(db, TENANT, { ...filter, from, to, limit: 50 })
  })
  const buffers = plans.reduce((sum, plan) => sum + buffersOfLog(plan), 0)
  return { isOfDay: entries.every(({ at }) => at >= from && at < to), count: entries.length, buffers }
}

test.each<[string, Filter, number]>([
  ['the newest entries', {}, 50],
  ['those before an entry', { before: firstIdOf(new Date(DAY + DAY_MS / 5)) }, 20],
  ['those by a person', { by: DANA }, 10],
  ['those of a kind', { kind: 'signedIn' }, 5],
  ['those of a kind by a person', { by: DANA, kind: 'signedIn' }, 5],
  ['none of a kind', { kind: 'signedOut' }, 0],
])('of a day in the middle of the log, %s are read without the others', async (_, filter, count) => {
  const { buffers, ...page } = await readDay(filter)
  expect(page).toEqual({ isOfDay: true, count })
  expect(buffers).toBeGreaterThan(0)
  expect(buffers).toBeLessThanOrEqual(MAX_BUFFERS)
})
