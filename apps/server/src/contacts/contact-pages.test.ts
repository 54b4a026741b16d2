import { randomUUID } from 'node:crypto'
import type { TenantId } from '@partyline/contract'
import { assert, asyncProperty, boolean, constant, constantFrom, integer, oneof, record } from 'fast-check'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCallBuffers, sumOf } from '../../tests/call-buffers.ts'
import { insertQueuedText } from '../../tests/queued-text.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { TestDatabase } from '../../tests/test-database.ts'
import { onBehalfOf } from '../platform/index.ts'
import { countContacts, FEW_MATCHES, MAX_WALKED, walkContacts, walkIds } from './contact-search-store.ts'
import type { Wanted } from './contact-search-store.ts'

const TIMEOUT = 120_000
/** As many as are walked, and behind them, more than are few. */
const CONTACTS = MAX_WALKED + FEW_MATCHES + 1

const buffers = createCallBuffers()
let database: TestDatabase
let tenantId: TenantId
beforeAll(async () => {
  database = await openTestDatabase()
  const { queries } = database
  ;({ tenantId } = await insertQueuedText(queries, { number: '+12025550142', at: new Date() }))
  const lines = sql`(select tenant_id, number_id from lines where tenant_id = ${tenantId}) l`
  // The remarks say what a filter should know of the phones.
  await sql`
    insert into contact_cards (tenant_id, contact_id, name, emails, tags, remarks, created_at, last_text_at)
    select ${tenantId}, md5(n::text)::uuid, case when n > ${MAX_WALKED} then 'Zoe ' else 'Ann ' end || n * 7919 % 1000,
      case when n % 3000 = 0 then array['ann' || n || '@home.example'] else '{}' end,
      array_remove(array[
        case when n % 3 = 0 then 'Dense' end,
        case when n > ${MAX_WALKED} then 'Last' end,
        case when n % 500 = 0 then 'Rare' end], null),
      '', timestamptz '2026-01-01 00:00Z' + n * 7919 % 5000 * interval '1 minute',
      case when n % 4 = 0 then timestamptz '2026-01-01 00:00Z' + n % 50 * interval '1 hour' end
    from generate_series(1, ${CONTACTS}::int) n`.execute(queries)
  // Each 40th contact has two phones with other spellings.
  await sql`
    insert into contacts (tenant_id, number_id, number, name, created_at)
    select ${tenantId}, md5(n || 'phone' || k)::uuid, '+5215512' || k || lpad(n::text, 5, '0'), 'Phone', now()
    from generate_series(40, ${CONTACTS}::int, 40) n, generate_series(1, 2) k`.execute(queries)
  await sql`
    update contact_phones p set contact_id = md5(n::text)::uuid
    from generate_series(40, ${CONTACTS}::int, 40) n, generate_series(1, 2) k
    where p.tenant_id = ${tenantId} and p.number_id = md5(n || 'phone' || k)::uuid`.execute(queries)
  await sql`delete from contact_cards where tenant_id = ${tenantId} and name = 'Phone'`.execute(queries)
  const optOut = (numbers: RawBuilder<unknown>) =>
    sql`insert into opt_outs (tenant_id, line_id, number, source, since)
      select tenant_id, number_id, number, 'keyword', now() from ${lines}, (${numbers}) n (number)`.execute(queries)
  await optOut(sql`select '+525512' || k || lpad(n::text, 5, '0')
    from generate_series(80, ${CONTACTS}::int, 80) n, generate_series(1, 2) k`)
  // Opt-outs of strangers, so that they are not few.
  await optOut(sql`select '+1303' || lpad(n::text, 7, '0') from generate_series(0, ${FEW_MATCHES}::int) n`)
  await sql`
    insert into written_consents (tenant_id, line_id, number, since)
    select tenant_id, number_id, '+5255121' || lpad(n::text, 5, '0'), now()
    from ${lines}, generate_series(120, ${CONTACTS}::int, 120) n`.execute(queries)
  // Each entry is about a phone of each 40th contact: 0 spoken, 1 spoken, then refused, 2 asked.
  await sql`
    with people as (
      insert into consent_people (tenant_id, person_key, number)
      select ${tenantId}::uuid, md5(n || 'person')::uuid, '+5255121' || lpad(n::text, 5, '0')
      from generate_series(40, ${CONTACTS}::int, 40) n where n % 7 < 3 or n % 120 = 0
      returning person_key, number
    ), entries as (
      select p.person_key, right(p.number, 5)::int % 7 as kind, k
      from people p, generate_series(0, 1) k
    )
    insert into consent_entries (tenant_id, entry_id, person_key, line_id, state, source, happened_at, recorded_at)
    select l.tenant_id, md5(e.person_key::text || k)::uuid, e.person_key, l.number_id,
      case when kind = 2 then 'asked' when kind = 1 and k = 1 then 'refused' else 'granted' end, 'spoken',
      now() + k * interval '1 second', now()
    from entries e, ${lines} where kind < 3 and (k = 0 or kind = 1)`.execute(queries)
  // An erased phone, and strangers. These are few.
  await sql`
    insert into consent_people (tenant_id, person_key, number)
    select ${tenantId}, md5(n || 'stranger')::uuid, case when n > 0 then '+1303' || lpad(n::text, 7, '0') end
    from generate_series(0, 100) n`.execute(queries)
  await sql`
    update contact_cards c
    set remarks = concat_ws(' ',
      case when n % 80 = 0 then 'opted out' end,
      case when n % 120 = 0 then 'in writing' end,
      case when n % 7 = 0 and n % 80 > 0 then 'spoken' end,
      case when n % 7 < 3 then 'recorded' end)
    from generate_series(40, ${CONTACTS}::int, 40) n
    where c.tenant_id = ${tenantId} and c.contact_id = md5(n::text)::uuid`.execute(queries)
  // A phone whose name is the number of someone who opted out.
  await sql`
    update contacts set name = '+525512100080' where tenant_id = ${tenantId} and number_id = md5('40phone1')::uuid`.execute(
    queries,
  )
  // Its words begin like this tenant's.
  const twin = tenantId.slice(0, 8) + randomUUID().slice(8)
  await sql`insert into tenants (tenant_id, name, created_at) values (${twin}, 'Twin', now())`.execute(queries)
  await sql`
    insert into contact_cards (tenant_id, contact_id, name, emails, tags, created_at)
    select ${twin}::uuid, contact_id, name, emails, tags, created_at from contact_cards
    where tenant_id = ${tenantId} and tags && array['Rare']`.execute(queries)
  await sql`vacuum analyze`.execute(queries)
}, TIMEOUT)
afterAll(async () => {
  await database.close()
  buffers.restore()
})

type Case = { term?: string; filters?: Wanted['filters']; holds: RawBuilder<boolean> }

const tagged = (tag: string) => sql<boolean>`${tag} = any(tags)`
const hasOptedOut = sql<boolean>`remarks like 'opted out%'`
const hasAgreed = sql<boolean>`remarks like '%in writing%'`
const hasAgreedAnyhow = sql<boolean>`(remarks like '%in writing%' or remarks like '%spoken%')`
const isRecorded = sql<boolean>`remarks like '%recorded'`
/** The meaning of each filter, in plain SQL. */
const CASES: Record<string, Case> = {
  all: { holds: sql`true` },
  few: { filters: { tags: ['rare'] }, holds: tagged('Rare') },
  'few, by email': { term: 'ann6000@home.ex', holds: sql`'ann6000@home.example' = any(emails)` },
  'few, by the beginning of an email': { term: 'ann6000@', holds: sql`'ann6000@home.example' = any(emails)` },
  'none, by email': { term: 'ann6000@home.org', holds: sql`false` },
  'some, by the sign of emails': { term: '@', holds: sql`cardinality(emails) > 0` },
  'some, by the end of an email': { term: '@home.ex', holds: sql`cardinality(emails) > 0` },
  many: { filters: { tags: ['Dense'] }, holds: tagged('Dense') },
  'many, by name': { term: 'ann', holds: sql`name like 'Ann%' or cardinality(emails) > 0` },
  'many at one end': { filters: { tags: ['Last'] }, holds: tagged('Last') },
  none: { filters: { tags: ['Dense', 'Nobody'] }, holds: sql`false` },
  'opted out': { filters: { optedOut: true }, holds: hasOptedOut },
  'not opted out': { filters: { optedOut: false }, holds: sql`not ${hasOptedOut}` },
  'agreed in writing': { filters: { consented: true }, holds: hasAgreed },
  agreed: { filters: { agreed: true }, holds: hasAgreedAnyhow },
  'not agreed': { filters: { agreed: false }, holds: sql`not ${hasAgreedAnyhow}` },
  'something recorded': { filters: { consentRecorded: true }, holds: isRecorded },
  'nothing recorded': { filters: { consentRecorded: false }, holds: sql`not ${isRecorded}` },
  'many who opted out': {
    filters: { tags: ['Dense'], optedOut: true },
    holds: sql`${tagged('Dense')} and ${hasOptedOut}`,
  },
  'many who opted out, but have agreed': {
    filters: { tags: ['Last'], optedOut: true, consented: true },
    holds: sql`${tagged('Last')} and ${hasOptedOut} and ${hasAgreed}`,
  },
  'many who were texted lately': {
    filters: { tags: ['Dense'], textedSince: '2026-01-03T00:00:00Z' },
    holds: sql`${tagged('Dense')} and last_text_at >= '2026-01-03 00:00Z'`,
  },
  'many who were not texted lately': {
    filters: { tags: ['Dense'], notTextedSince: '2026-01-02T00:30:00Z' },
    holds: sql`${tagged('Dense')} and (last_text_at < '2026-01-02 00:00Z' or last_text_at is null)`,
  },
  'many who were texted': {
    filters: { tags: ['Dense'], texted: true, consented: false },
    holds: sql`${tagged('Dense')} and last_text_at is not null and not ${hasAgreed}`,
  },
}

const COLUMNS = {
  name: [sql`lower(name)`],
  lastText: [sql`coalesce(last_text_at, '-infinity')`, sql`lower(name)`],
  created: [sql`created_at`],
} as const

test(
  'a page that follows any contact has the next ones that match',
  async () => {
    const { queries } = database
    const pages = record({
      name: constantFrom(...Object.keys(CASES)),
      by: constantFrom('name', 'lastText', 'created'),
      descending: boolean(),
      limit: constantFrom(1, 50, 201, 1_000),
      start: oneof(constant(0), integer({ min: 0, max: 100 })),
    })
    await assert(
      asyncProperty(pages, async ({ name, by, descending, limit, start }) => {
        const { term, filters = {}, holds } = CASES[name] as Case
        const direction = descending ? sql`desc` : sql`asc`
        const keys = [...COLUMNS[by], sql`contact_id`]
        const { rows: expected } = await sql<{ id: string; place: string[] }>`
          select contact_id as id, array[${sql.join(keys.map((key) => sql`(${key})::text`))}] as place
          from contact_cards where tenant_id = ${tenantId} and (${holds})
          order by ${sql.join(keys.map((key) => sql`${key} ${direction}`))}`.execute(queries)
        const wanted: Wanted = { tenantId, term, filters, numbers: [] }
        const behind = Math.floor((start * expected.length) / 100)
        const after = expected[behind - 1]?.place ?? null
        const next = expected.slice(behind, behind + limit)
        const page = await walkContacts(queries, wanted, { sort: { by, descending }, after, limit })
        expect(page.map(({ contact: { id }, place }) => ({ id, place }))).toEqual(next)
        const ids = by === 'name' && !descending ? await walkIds(queries, wanted, { after, limit }) : next
        expect(ids).toEqual(next)
        expect(await countContacts(queries, wanted, CONTACTS)).toBe(expected.length)
        expect(await countContacts(queries, wanted, 10)).toBe(Math.min(10, expected.length))
      }),
      {
        numRuns: 80,
        examples: ['many at one end', 'some, by the sign of emails'].map((name) => [
          { name, by: 'name', descending: false, limit: 50, start: 0 },
        ]),
      },
    )
  },
  TIMEOUT,
)

test.for([
  ['few', 400],
  ['few, by email', 60],
  ['many', 550],
  ['many who were texted', 1_100],
  ['many who were texted lately', 600],
  ['many who were not texted lately', 750],
  ['opted out', 7_000],
  ['agreed in writing', 2_100],
  ['agreed', 3_300],
  ['nothing recorded', 650],
  ['not opted out', 450],
] as const)('a page of 50 reads few blocks: %s', async ([name, max]) => {
  const { term, filters = {} } = CASES[name] as Case
  const page = { sort: { by: 'name', descending: false }, after: null, limit: 50 } as const
  const search = () => walkContacts(database.queries, { tenantId, term, filters, numbers: [] }, page)
  const read = await buffers.during(() => onBehalfOf('a page', search))
  expect(read.length).toBeGreaterThan(0)
  expect(sumOf(read)).toBeLessThanOrEqual(max)
})
