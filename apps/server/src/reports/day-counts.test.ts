// Days are counted one by one, in any order and repeatedly; a model reads the whole history at once.
import { wallClock } from '@partyline/contract'
import type { TenantId } from '@partyline/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import type { Tenant } from '../tenants/index.ts'
import { noCounts, addOne } from './counts.ts'
import type { Counts } from './counts.ts'
import { createDayCounts } from './day-counts-service.ts'
import { bucketOf } from './histogram.ts'
import { addPerson } from './people-sketch.ts'
import { sumsBySubject } from './present-report.ts'
import { countedDays, countsOf, forgetDays, updateSettings } from './reports-store.ts'
import type { Dimension } from './reports-store.ts'

const TIME_ZONE = 'America/New_York'
/** The night in which the clock goes back is in between. */
const START = Date.parse('2026-10-30T00:00:00Z')
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DAYS = 22
const PERIOD = { from: '2026-10-01', to: '2026-11-30' }

const CODE = 30_005
/** The status of each delivery to a phone. */
const STATUSES: Record<string, string | undefined> = {
  out: 'delivered',
  automatic: 'delivered',
  skipped: 'skipped',
  failed: 'failed',
  inNotRelayed: 'undelivered',
}

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** An event in a chat, and its minutes since the previous one. */
const event = fc.record({
  after: fc.integer({ min: 1, max: 900 }),
  what: fc.constantFrom(
    'in',
    'in',
    'inNotRelayed',
    'out',
    'out',
    'out',
    'automatic',
    'team',
    'skipped',
    'skipped',
    'failed',
    'done',
    'optOut',
    'agreed',
  ),
  by: fc.nat(1),
})
/** Days are counted from the first text on. */
const FIRST = { after: 0, what: 'in', by: 0 } as const
const histories = fc
  .array(fc.array(event, { maxLength: 25, size: 'max' }), { maxLength: 3 })
  .map((all) => [[FIRST, ...(all[0] ?? [])], ...all.slice(1)])
type Histories = typeof histories extends fc.Arbitrary<infer Value> ? Value : never

type World = {
  tenantId: TenantId
  lines: string[]
  users: string[]
  chats: { id: string; phone: string; tag: string }[]
}

async function write(all: Histories): Promise<World> {
  const { queries } = database
  const tenantId = newId<TenantId>()
  const lines = [newId<string>(), newId<string>()]
  const users = [newId<string>(), newId<string>()]
  const chats: World['chats'] = []
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, '', now())`.execute(queries)
  for (const [index, id] of lines.entries())
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${tenantId}, ${id}, ${id}, ${`+1202555010${index}`}, ${id}, now())`.execute(queries)
  for (const id of users)
    await sql`insert into users (tenant_id, user_id, name, role, created_at)
      values (${tenantId}, ${id}, 'Dana', 'User', now())`.execute(queries)
  // Open on workdays from 9 to 17.
  const open = [{ from: '09:00', to: '17:00' }]
  const week = { monday: open, tuesday: open, wednesday: open, thursday: open, friday: open, saturday: [], sunday: [] }
  await sql`insert into hours_versions (tenant_id, since, of_tenant, of_lines) values
    (${tenantId}, to_timestamp(0), ${JSON.stringify({ timeZone: TIME_ZONE, week, holidays: [] })}, '{}')`.execute(
    queries,
  )
  for (const [index, history] of all.entries()) {
    const chat = { id: newId<string>(), phone: newId<string>(), tag: `tag ${index % 2}` }
    chats.push(chat)
    const lineId = lines[index % 2]
    await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
      values (${tenantId}, ${chat.phone}, ${`+1202555020${index}`}, 'Ann', now())`.execute(queries)
    // The database gives each phone a card.
    await sql`update contact_cards k set tags = array[${chat.tag}] from contact_phones p
      where p.tenant_id = ${tenantId} and p.number_id = ${chat.phone} and k.tenant_id = p.tenant_id
        and k.contact_id = p.contact_id`.execute(queries)
    await sql`insert into consent_people (tenant_id, person_key) values (${tenantId}, ${chat.id})`.execute(queries)
    await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
      values (${tenantId}, ${chat.id}, ${lineId}, 'Ann', now(), now())`.execute(queries)
    const members = [...users.map((id) => [id, 'TeamsUser']), [chat.phone, 'ExternalMobile']]
    for (const [id, role] of members)
      await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at)
        values (${tenantId}, ${chat.id}, ${id}, ${role}, now(), now())`.execute(queries)
    let at = START
    const rows = history.map(({ after, what, by }) => {
      at += after * MINUTE_MS
      const author = what.startsWith('in') ? chat.phone : users[by]
      return {
        id: newId(),
        what,
        at: new Date(at),
        author,
        automatic: what === 'automatic' ? 'away' : null,
        // A text from the phone is relayed to another one.
        recipient: author === chat.phone ? newId() : chat.phone,
        status: STATUSES[what] ?? null,
      }
    })
    const of = (kinds: RegExp) => sql`json_to_recordset(${JSON.stringify(rows.filter(({ what }) => kinds.test(what)))})
      as r (id uuid, what text, at timestamptz, author uuid, automatic text, recipient uuid, status text)`
    await sql`insert into chat_changes (tenant_id, change_id, chat_id, changed_at, kind, details)
      select ${tenantId}, id, ${chat.id}, at, 'done', '{}' from ${of(/done/)}`.execute(queries)
    await sql`insert into consent_entries
      (tenant_id, entry_id, person_key, line_id, state, source, happened_at, recorded_at)
      select ${tenantId}, id, ${chat.id}, ${lineId}, case what when 'agreed' then 'granted' else 'revoked' end, 'keyword', at, at
      from ${of(/optOut|agreed/)}`.execute(queries)
    const texts = of(/in|out|automatic|team|skipped|failed/)
    await sql`insert into all_messages (tenant_id, message_id, chat_id, text, sent_at, sent_by, automatic)
      select ${tenantId}, id, ${chat.id}, '', at, author, automatic from ${texts}`.execute(queries)
    await sql`insert into deliveries
      (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at, error_code)
      select ${tenantId}::uuid, gen_random_uuid(), id, ${chat.id}::uuid, author, 'read', at, null from ${texts}
      union all
      select ${tenantId}::uuid, gen_random_uuid(), id, ${chat.id}::uuid, recipient, status, at,
        case when status in ('failed', 'undelivered') then ${CODE}::integer end
      from ${texts} where status is not null`.execute(queries)
  }
  return { tenantId, lines, users, chats }
}

/** The same by reading each chat from its beginning, minute by minute. */
async function modelOf(all: Histories, { lines, users, chats, tenantId }: World) {
  const sums: Record<Dimension, Map<string, Counts>> = {
    all: new Map(),
    line: new Map(),
    person: new Map(),
    tag: new Map(),
  }
  const of = (dimension: Dimension, subject = '') => {
    const counts = sums[dimension].get(subject) ?? noCounts()
    sums[dimension].set(subject, counts)
    return counts
  }
  const cards = await database.queries
    .selectFrom('contactPhones')
    .select(['numberId', 'contactId'])
    .where('tenantId', '=', tenantId)
    .execute()
  const optOuts = new Set<string>()
  for (const [index, history] of all.entries()) {
    const chat = chats[index]
    const line = lines[index % 2] ?? ''
    const contact = cards.find(({ numberId }) => numberId === (chat?.phone as string))?.contactId ?? ''
    let at = START
    let waits: number | null = null
    let isAnswered = false
    for (const { after, what, by } of history) {
      at += after * MINUTE_MS
      const { date, time } = wallClock(TIME_ZONE, new Date(at))
      const hour = Number(time.slice(0, 2))
      const team = [of('all'), of('line', line), of('tag', chat?.tag)]
      const person = () => of('person', users[by])
      if (what === 'done') [waits, isAnswered] = [null, false]
      if (what === 'optOut' && !optOuts.has(`${date} ${index}`)) {
        optOuts.add(`${date} ${index}`)
        for (const counts of [of('all'), of('line', line)]) counts.optOuts += 1
      }
      if (what.startsWith('in')) {
        waits ??= at
        for (const counts of team) {
          counts.textsIn += 1
          addOne(counts.hours, hour)
        }
      }
      if (what === 'inNotRelayed') for (const counts of team) addOne(counts.failed, CODE)
      if (what === 'out' || what === 'failed') {
        addOne(person().hours, hour)
        for (const counts of [...team, person()]) {
          counts.textsOut += 1
          addPerson(counts.people, contact)
          if (what === 'failed') addOne(counts.failed, CODE)
          if (waits !== null) {
            const answers = isAnswered ? counts.later : counts.first
            addOne(answers.clock, bucketOf((at - waits) / 1_000))
            addOne(answers.open, bucketOf(openMinutes(waits, at) * 60))
          }
        }
        ;[waits, isAnswered] = [null, true]
      }
    }
  }
  return sums
}

function openMinutes(from: number, to: number): number {
  let open = 0
  for (let at = from; at < to; at += MINUTE_MS) {
    const { date, time } = wallClock(TIME_ZONE, new Date(at))
    if (time >= '09:00' && time < '17:00' && ![0, 6].includes(new Date(date).getUTCDay())) open += 1
  }
  return open
}

const withoutEmpty = (sums: Map<string, Counts>) =>
  Object.fromEntries([...sums].filter(([, counts]) => JSON.stringify(counts) !== JSON.stringify(noCounts())))

const TENANT = { hours: { timeZone: TIME_ZONE, week: null, holidays: [] } } as unknown as Tenant

/** At the time of `at`, when no pause of the loop ends. */
function countsOn(tenantId: TenantId, at: { now: number }, through = database) {
  return createDayCounts({
    database: through,
    clock: { now: () => new Date(at.now), after: () => () => {} },
    log: { error: (error: unknown) => expect.unreachable(JSON.stringify(error)) },
    tenants: { get: () => Promise.resolve(TENANT), list: () => Promise.resolve([{ ...TENANT, tenantId }]) },
    numbers: { timeZone: () => Promise.resolve(null) },
  })
}

test('days add up to the whole history, no matter when they were counted before', async () => {
  const times = fc.uniqueArray(fc.integer({ min: 0, max: DAYS * 24 }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(histories, times, fc.boolean(), async (all, hours, isForgotten) => {
      const world = await write(all)
      const { tenantId } = world
      const at = { now: START }
      const dayCounts = countsOn(tenantId, at)
      // Counted several times while it happens.
      for (const hour of hours.toSorted((a, b) => a - b)) {
        at.now = START + hour * 3_600_000
        await dayCounts.bringUpToDate(tenantId)
      }
      if (isForgotten) await forgetDays(database.queries, tenantId)
      at.now = START + DAYS * DAY_MS
      await dayCounts.bringUpToDate(tenantId)
      const model = await modelOf(all, world)
      for (const dimension of ['all', 'line', 'person', 'tag'] as const) {
        const counted = sumsBySubject(await countsOf(database.queries, { tenantId, ...PERIOD, dimension }))
        expect(withoutEmpty(counted)).toEqual(withoutEmpty(model[dimension]))
      }
      expect(await dayCounts.missing(tenantId, PERIOD, { timeZone: TIME_ZONE, goalMinutes: null })).toBe(0)
    }),
    { numRuns: 40 },
  )
})

const SETTINGS = { timeZone: TIME_ZONE, goalMinutes: null }

test('a request counts a little, and wakes the loop, which counts the rest', async () => {
  const { tenantId, chats } = await write([[FIRST]])
  await sql`insert into all_messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    select ${tenantId}, gen_random_uuid(), ${chats[0]?.id}, '', ${new Date(START)}::timestamptz + i * interval '1 second',
      ${chats[0]?.phone}::uuid
    from generate_series(1, 5100) i`.execute(database.queries)
  const days = countsOn(tenantId, { now: START + 300 * DAY_MS })
  const period = { from: '2026-10-29', to: '2027-08-25' }
  const missing = () => days.missing(tenantId, period, SETTINGS)
  await days.bringUpToDate(tenantId)
  expect(await missing()).toBe(301 - 100)
  for (let request = 0; request < 4; request += 1) await days.bringUpToDate(tenantId)
  // The day with all the texts.
  expect(await missing()).toBe(1)
  days.loop.start()
  await days.bringUpToDate(tenantId)
  await expect.poll(missing).toBe(0)
  await days.loop.stop()
  const [everyone] = await countsOf(database.queries, { tenantId, ...period, dimension: 'all' })
  expect(everyone?.counts.textsIn).toBe(5_101)
})

test('a day is counted again a minute later, when it is over, daily while statuses change, and then no more', async () => {
  const { tenantId } = await write([[FIRST]])
  const at = { now: START + 1 }
  const days = countsOn(tenantId, at)
  const countedAt = async () => {
    await days.bringUpToDate(tenantId)
    const counted = await countedDays(database.queries, tenantId)
    return ((counted.find(({ day }) => day === '2026-10-29')?.countedAt.getTime() ?? 0) - START - 1) / MINUTE_MS
  }
  expect(await countedAt()).toBe(0)
  at.now += 0.9 * MINUTE_MS
  expect(await countedAt()).toBe(0)
  at.now += 0.2 * MINUTE_MS
  expect(await countedAt()).toBeCloseTo(1.1)
  // The day ended four hours after the start.
  at.now = START + 241 * MINUTE_MS
  const overAt = await countedAt()
  expect(overAt).toBeCloseTo(241)
  at.now += 23 * 60 * MINUTE_MS
  expect(await countedAt()).toBe(overAt)
  at.now += 61 * MINUTE_MS
  expect(await countedAt()).toBeGreaterThan(overAt)
  at.now = START + 5 * DAY_MS
  const finalAt = await countedAt()
  expect(finalAt).toBeGreaterThan(overAt + 3 * 24 * 60)
  at.now += 30 * DAY_MS
  expect(await countedAt()).toBe(finalAt)
})

test('a day of a zone that was replaced while it was counted is not kept', async () => {
  const { tenantId } = await write([[FIRST]])
  const at = { now: START + DAYS * DAY_MS }
  await countsOn(tenantId, at).bringUpToDate(tenantId)
  await forgetDays(database.queries, tenantId)
  const changing: Database = {
    ...database,
    async transaction(work) {
      await updateSettings(database.queries, tenantId, { timeZone: 'Asia/Tokyo', goalMinutes: null })
      return database.transaction(work)
    },
  }
  await countsOn(tenantId, at, changing).bringUpToDate(tenantId)
  expect(await countedDays(database.queries, tenantId)).toEqual([])
})

test('days that are sealed are counted before, and keep their counts without their texts', async () => {
  const { tenantId } = await write([[FIRST]])
  const at = { now: START + DAYS * DAY_MS }
  const days = countsOn(tenantId, at)
  await days.seal(tenantId, new Date(START + DAY_MS))
  for (const table of ['deliveries', 'all_messages'])
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(database.queries)
  await forgetDays(database.queries, tenantId)
  at.now += DAY_MS
  await days.bringUpToDate(tenantId)
  const counted = await countsOf(database.queries, { tenantId, ...PERIOD, dimension: 'all' })
  expect(counted.map(({ counts }) => counts.textsIn)).toEqual([1])
})
