// Random conversations are cleaned at random times; a model decides text by text what is left.
import { LEGAL_HOLD_LIMITS, LEGAL_HOLD_TEXTS, RETENTION } from '@partyline/contract'
import type { ChatId, NumberId, TenantId } from '@partyline/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createLegalHolds } from '../legal-holds/index.ts'
import type { Line } from '../numbers/index.ts'
import { newId } from '../platform/index.ts'
import type { Caller, Database } from '../platform/index.ts'
import { createRetention } from './retention-service.ts'
import { deleteOldTexts } from './retention-store.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-01-01T12:00:00Z')
const KEEP_DAYS = 30
const CHATS = 4
/** A contact is in two chats. */
const CONTACTS = 3
const contactsOf = (chat: number) => [chat % CONTACTS]

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const item = fc.record({
  chat: fc.nat(CHATS - 1),
  day: fc.nat(90),
  what: fc.constantFrom(
    'in',
    'in',
    'out',
    'out',
    'automatic',
    'reply',
    'queued',
    'scheduled',
    'note',
    'change',
    'read',
  ),
})
const step = fc.record({
  day: fc.nat(120),
  /** The hold that is placed or released before the lines are cleaned. */
  hold: fc.option(fc.record({ of: fc.constantFrom('chat', 'contact'), index: fc.nat(CHATS - 1) }), { nil: null }),
})
const worlds = fc.record({
  items: fc.oneof(
    fc.array(item, { minLength: 1, maxLength: 8, size: 'max' }),
    fc.array(item, { minLength: 5, maxLength: 60, size: 'max' }),
  ),
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
  /** The item after which the second user joined its chat, if it is a text. */
  joinedAfter: fc.option(fc.nat(60), { nil: null }),
})
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never
type Item = World['items'][number] & { id: string; at: number }

/** The second line keeps everything. */
const lineOf = (chat: number) => (chat === CHATS - 1 ? 1 : 0)
const isText = ({ what }: Pick<Item, 'what'>) => !['note', 'change'].includes(what)

async function write({ items, joinedAfter }: Pick<World, 'items'> & Partial<World>) {
  const { queries } = database
  const tenantId = newId<TenantId>()
  const ids = (count: number) => Array.from({ length: count }, () => newId<string>())
  const [lines, users, phones, chats] = [ids(2), ids(2), ids(CONTACTS), ids(CHATS)]
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, '', now())`.execute(queries)
  for (const [index, id] of lines.entries())
    await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
      values (${tenantId}, ${id}, ${id}, ${`+1202555010${index}`}, ${id}, now())`.execute(queries)
  for (const id of users)
    await sql`insert into users (tenant_id, user_id, name, role, created_at)
      values (${tenantId}, ${id}, 'Dana', 'User', now())`.execute(queries)
  // The database gives each phone a card with its ID.
  for (const [index, id] of phones.entries())
    await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
      values (${tenantId}, ${id}, ${`+1202555020${index}`}, 'Ann', now())`.execute(queries)
  for (const [index, id] of chats.entries()) {
    await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
      values (${tenantId}, ${id}, ${lines[lineOf(index)]}, 'Ann', now(), now())`.execute(queries)
    const members = [
      ...users.map((user) => [user, 'TeamsUser']),
      ...contactsOf(index).map((contact) => [phones[contact], 'ExternalMobile']),
    ]
    for (const [member, role] of members)
      await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at, list_rank)
        values (${tenantId}, ${id}, ${member}, ${role}, now(), now(), 0)`.execute(queries)
  }
  const written: Item[] = []
  const sorted = items.toSorted((a, b) => a.day - b.day)
  for (const [index, one] of sorted.entries()) {
    const { chat, what } = one
    const [id, at] = [newId<string>(), new Date(START + one.day * DAY_MS + index * 60_000)]
    const inbound = what === 'in'
    written.push({ ...one, id, at: at.getTime() })
    const chatId = chats[chat]
    if (what === 'note') {
      await sql`insert into notes (tenant_id, note_id, chat_id, created_by, created_at, text, mentions, mentions_everyone,
        version) values (${tenantId}, ${id}, ${chatId}, ${users[0]}, ${at}, 'A note', '{}', false, 1)`.execute(queries)
      continue
    }
    if (what === 'change') {
      await sql`insert into chat_changes (tenant_id, change_id, chat_id, changed_at, kind, details)
        values (${tenantId}, ${id}, ${chatId}, ${at}, 'done', '{}')`.execute(queries)
      continue
    }
    const parent = what === 'reply' ? written.findLast((other) => other.chat === chat && other.what === 'in') : null
    const isPending = what === 'scheduled'
    await sql`insert into all_messages
      (tenant_id, message_id, chat_id, text, sent_at, sent_by, automatic, parent_id, state, number_id, recipients, send_at)
      values (${tenantId}, ${id}, ${chatId}, 'A text', ${at}, ${inbound ? phones[contactsOf(chat)[0] ?? 0] : users[0]},
        ${what === 'automatic' ? 'away' : null}, ${parent?.id ?? null}, ${isPending ? 'scheduled' : 'sent'},
        ${isPending ? lines[lineOf(chat)] : null}, ${isPending ? [] : null}, ${isPending ? at : null})`.execute(queries)
    if (isPending) continue
    const records = [
      inbound ? null : [phones[contactsOf(chat)[0] ?? 0], what === 'queued' ? 'queued' : 'delivered'],
      what === 'read' || !inbound ? [users[0], 'read'] : null,
      what === 'read' ? [users[1], 'read'] : null,
    ]
    for (const record of records.filter((one) => one !== null))
      await sql`insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at)
        values (${tenantId}, gen_random_uuid(), ${id}, ${chatId}, ${record[0]}, ${record[1]}, ${at})`.execute(queries)
    await sql`update chats set message_count = message_count + 1,
      last_message_id = case when ${what === 'automatic'} then last_message_id else ${id}::uuid end
      where tenant_id = ${tenantId} and chat_id = ${chatId}`.execute(queries)
  }
  const joined = written[joinedAfter ?? -1]
  if (joined && isText(joined) && joined.what !== 'scheduled')
    await sql`update chat_members set joined_after = ${joined.id}
      where tenant_id = ${tenantId} and chat_id = ${chats[joined.chat]} and member_id = ${users[1]}`.execute(queries)
  await countUnread(tenantId)
  return { tenantId, lines, users, phones, chats, written }
}

/** Each user's unread count, recounted. */
const UNREAD = sql<{ chatId: string; memberId: string; count: number }>`
  select s.chat_id, s.member_id, count(m.message_id)::integer as count
  from chat_members s left join messages m on m.tenant_id = s.tenant_id and m.chat_id = s.chat_id
    and m.sent_by <> s.member_id and m.automatic is null
    and (s.joined_after is null or (m.sent_at, m.message_id) > (
      select j.sent_at, j.message_id from messages j where j.tenant_id = s.tenant_id and j.message_id = s.joined_after))
    and not exists (
      select from deliveries d
      where d.tenant_id = m.tenant_id and d.message_id = m.message_id and d.member_id = s.member_id)
  where s.role = 'TeamsUser' group by s.tenant_id, s.chat_id, s.member_id order by s.chat_id, s.member_id`

async function countUnread(tenantId: TenantId) {
  await sql`update chat_members s set unread_count = u.count from (${UNREAD}) u
    where s.tenant_id = ${tenantId} and s.chat_id = u.chat_id and s.member_id = u.member_id`.execute(database.queries)
}

/** The rows that are left. */
async function left(tenantId: TenantId): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select message_id as id from all_messages where tenant_id = ${tenantId}
    union all select note_id from notes where tenant_id = ${tenantId}
    union all select change_id from chat_changes where tenant_id = ${tenantId}`.execute(database.queries)
  return new Set(rows.map(({ id }) => id))
}

type Written = Awaited<ReturnType<typeof write>>

/** `sealed` gets the times up to which the days of reports are sealed. */
function retentionOf(
  { tenantId, lines }: Written,
  at: { now: number },
  sealed: Date[],
  through = database,
  onError = (error: unknown): void => expect.unreachable(JSON.stringify(error)),
) {
  return createRetention({
    database: through,
    clock: { now: () => new Date(at.now), after: () => () => {} },
    log: { info() {}, error: onError },
    tenants: { list: () => Promise.resolve([]) },
    numbers: {
      findLine: () => Promise.resolve({ keepDays: null } as Line),
      listDeleting: () => Promise.resolve([{ id: lines[0] as NumberId, name: 'Front desk', keepDays: KEEP_DAYS }]),
    },
    media: { forget: () => Promise.resolve([]), erase: () => Promise.resolve() },
    reports: {
      seal: (of, before) => {
        expect(of).toBe(tenantId)
        sealed.push(before)
        return Promise.resolve()
      },
    },
    announcements: { publish() {}, subscribe: () => () => {} },
  })
}

test('what is left is what is young, on hold, of a line that keeps everything, or not sent', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { queries } = database
      const all = await write(world)
      const { tenantId, chats, phones, users } = all
      const at = { now: START }
      const sealed: Date[] = []
      const retention = retentionOf(all, at, sealed)
      retention.loop.start()
      const holds = new Set<string>()
      const expected = new Set(all.written.map(({ id }) => id))
      for (const { day, hold } of world.steps.toSorted((a, b) => a.day - b.day)) {
        at.now = START + day * DAY_MS + DAY_MS / 2
        if (hold) {
          const of = hold.of === 'chat' ? chats[hold.index] : phones[hold.index % CONTACTS]
          const column = sql.ref(hold.of === 'chat' ? 'chat_id' : 'contact_id')
          if (holds.delete(`${of}`))
            await sql`delete from legal_holds where tenant_id = ${tenantId} and ${column} = ${of}`.execute(queries)
          else {
            holds.add(`${of}`)
            await sql`insert into legal_holds (tenant_id, hold_id, ${column}, reason, placed_by, placed_at)
              values (${tenantId}, ${newId()}, ${of}, '', ${users[0]}, now())`.execute(queries)
          }
        }
        await retention.clean(tenantId)

        const before = at.now - KEEP_DAYS * DAY_MS
        expect(sealed.at(-1)).toEqual(new Date(before))
        for (const [index, chatId] of chats.entries()) {
          const isHeld = holds.has(chatId) || contactsOf(index).some((contact) => holds.has(phones[contact] ?? ''))
          if (lineOf(index) !== 0 || isHeld) continue
          const old = all.written.filter((one) => one.chat === index && expected.has(one.id) && one.at < before)
          const doomed = old.filter(({ what }) => !['queued', 'scheduled', 'change'].includes(what))
          for (const { id } of doomed) expected.delete(id)
          // Changes go with the texts around them.
          if (doomed.length > 0) for (const { id, what } of old) if (what === 'change') expected.delete(id)
        }
        expect(await left(tenantId)).toEqual(expected)
      }

      const { rows: counted } = await UNREAD.execute(queries)
      const shown = await queries
        .selectFrom('chatMembers')
        .select(['chatId', 'memberId', 'unreadCount as count'])
        .where('role', '=', 'TeamsUser')
        .orderBy('chatId')
        .orderBy('memberId')
        .execute()
      expect(shown).toEqual(counted)
      const rows = await queries
        .selectFrom('chats')
        .select(['chatId', 'lastMessageId', 'messageCount'])
        .where('tenantId', '=', tenantId)
        .execute()
      for (const { chatId, lastMessageId, messageCount } of rows) {
        const texts = all.written.filter(({ chat, what }) => chats[chat] === (chatId as string) && isText({ what }))
        const sent = texts.filter(({ what }) => what !== 'scheduled')
        expect(messageCount).toBe(sent.length)
        const last = sent.findLast(({ what, id }) => what !== 'automatic' && expected.has(id))
        expect(lastMessageId).toBe(last?.id ?? null)
      }
      await retention.loop.stop()
    }),
    { numRuns: 40 },
  )
})

test('a long conversation goes in small steps, and stops with the server', async () => {
  const world = await write({ items: (['in', 'change'] as const).map((what) => ({ chat: 0, day: 0, what })) })
  const { tenantId, chats, phones } = world
  await sql`insert into all_messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    select ${tenantId}, gen_random_uuid(), ${chats[0]}, '', ${new Date(START)}::timestamptz + i * interval '1 second',
      ${phones[0]}::uuid
    from generate_series(1, 999) i`.execute(database.queries)
  const at = { now: START + 60 * DAY_MS }
  const texts = async () => (await left(tenantId)).size
  let transactions = 0
  const counting: Database = { ...database, transaction: (work) => ((transactions += 1), database.transaction(work)) }
  const retention = retentionOf(world, at, [], counting)
  // It was never started.
  await retention.clean(tenantId)
  expect(await texts()).toBe(1_001)
  retention.loop.start()
  await retention.clean(tenantId)
  expect(await texts()).toBe(0)
  // Steps of 200, one that finds nothing, and the entry in the audit log.
  expect(transactions).toBe(7)
  await retention.loop.stop()
  const [entry] = await database.queries
    .selectFrom('auditLog')
    .select(['kind', 'changes', 'doneBy'])
    .where('tenantId', '=', tenantId)
    .execute()
  expect(entry).toEqual({
    kind: 'textsDeleted',
    doneBy: null,
    changes: [
      { field: 'texts', from: '', to: '1000' },
      { field: 'notes', from: '', to: '0' },
    ],
  })
})

test('a preview counts for a few seconds, and up to a number of texts', async () => {
  const items = [0, 1, 2].map((chat) => ({ chat, day: chat, what: 'in' as const }))
  const world = await write({ items })
  const { tenantId, chats, lines, phones } = world
  const at = { now: START + 60 * DAY_MS }
  const preview = () => retentionOf(world, at, []).preview(tenantId, lines[0] as NumberId, KEEP_DAYS)
  expect(await preview()).toEqual({
    oldest: new Date(START).toISOString(),
    chats: 3,
    texts: 3,
    notes: 0,
    chatsOnHold: 0,
    isComplete: true,
  })
  const slow = {
    get now() {
      return (at.now += 2_000)
    },
  }
  const partial = await retentionOf(world, slow, []).preview(tenantId, lines[0] as NumberId, KEEP_DAYS)
  expect(partial).toMatchObject({ isComplete: false })
  expect(partial.texts).toBeLessThan(3)

  await sql`insert into all_messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    select ${tenantId}, gen_random_uuid(), ${chats[0]}, '', ${new Date(START)}::timestamptz + i * interval '1 second',
      ${phones[0]}::uuid
    from generate_series(1, ${RETENTION.counted}::integer) i`.execute(database.queries)
  expect(await preview()).toMatchObject({ chats: 1, texts: RETENTION.counted, isComplete: false })
})

test('what the list shows of a chat follows what is left of it', async () => {
  const items = (['in', 'out', 'note', 'in'] as const).map((what, at) => ({ chat: 0, day: at * 30, what }))
  const world = await write({ items })
  const { tenantId, chats, written, users } = world
  const { queries } = database
  const [received, sent, note, last] = written.map(({ id }) => id)
  const chatId = chats[0]
  await sql`update deliveries set status = 'failed'
    where tenant_id = ${tenantId} and message_id = ${sent} and member_id <> ${users[0]}`.execute(queries)
  await sql`update chats set failed_count = 1, unclaimed_count = 2, list_rank = 0,
      waiting_since = ${new Date(START)}
    where tenant_id = ${tenantId} and chat_id = ${chatId}`.execute(queries)
  await sql`insert into note_versions (tenant_id, chat_id, version) values (${tenantId}, ${chatId}, 1)`.execute(queries)
  await sql`insert into inbound_media (tenant_id, message_id, chat_id, urls, received_at, due_at)
    values (${tenantId}, ${received}, ${chatId}, '{}', now(), now())`.execute(queries)
  for (const id of [received, note, last])
    await sql`insert into notices (tenant_id, chat_id, kind, item_id, happened_at)
      values (${tenantId}, ${chatId}, 'text', ${id}, now())`.execute(queries)

  const at = { now: START + 95 * DAY_MS }
  const retention = retentionOf(world, at, [])
  retention.loop.start()
  await retention.clean(tenantId)
  const shown = await queries
    .selectFrom('chats')
    .select(['failedCount', 'unclaimedCount', 'waitingSince', 'lastMessageId', 'listRank', 'deletedBefore', 'version'])
    .where('tenantId', '=', tenantId)
    .where('chatId', '=', chatId as ChatId)
    .executeTakeFirstOrThrow()
  expect(shown).toMatchObject({
    failedCount: 0,
    unclaimedCount: 1,
    waitingSince: new Date(START + 90 * DAY_MS + 3 * 60_000),
    lastMessageId: last,
    // The last text was read by no one.
    listRank: 1,
    deletedBefore: new Date(START + 65 * DAY_MS),
  })
  const { rows: noticed } = await sql`select item_id from notices where tenant_id = ${tenantId}`.execute(queries)
  expect(noticed).toEqual([{ itemId: last }])
  const { rows: versions } = await sql`select version from note_versions where tenant_id = ${tenantId}`.execute(queries)
  expect(versions).toEqual([{ version: 2 }])

  at.now += 60 * DAY_MS
  await retention.clean(tenantId)
  const { rows } = await sql`select last_message_id, unclaimed_count, waiting_since, list_rank from chats
    where tenant_id = ${tenantId} and chat_id = ${chatId}`.execute(queries)
  expect(rows).toEqual([{ lastMessageId: null, unclaimedCount: 0, waitingSince: null, listRank: 0 }])
  await retention.loop.stop()
})

test('a hold that is placed while its line is cleaned counts', async () => {
  const world = await write({ items: [{ chat: 0, day: 0, what: 'in' }] })
  const { tenantId, chats, users } = world
  await sql`insert into legal_holds (tenant_id, hold_id, chat_id, reason, placed_by, placed_at)
    values (${tenantId}, ${newId()}, ${chats[0]}, '', ${users[0]}, now())`.execute(database.queries)
  const old = { tenantId, chatId: chats[0] as ChatId, before: new Date(START + DAY_MS), limit: 10 }
  expect(await database.transaction((trx) => deleteOldTexts(trx, old))).toMatchObject({ texts: 0, isDone: true })
  expect((await left(tenantId)).size).toBe(1)
})

test('a line with many chats is cleaned to its end', async () => {
  const world = await write({ items: [] })
  const { tenantId, lines, phones } = world
  await sql`with added as (
      insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
      select ${tenantId}::uuid, gen_random_uuid(), ${lines[0]}::uuid, 'Ann', now(), now() from generate_series(1, 620)
      returning chat_id
    )
    insert into all_messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
    select ${tenantId}::uuid, gen_random_uuid(), chat_id, '', ${new Date(START)}::timestamptz, ${phones[0]}::uuid
    from added`.execute(database.queries)
  const retention = retentionOf(world, { now: START + 60 * DAY_MS }, [])
  retention.loop.start()
  await retention.clean(tenantId)
  expect((await left(tenantId)).size).toBe(0)
  await retention.loop.stop()
})

test('there are at most a thousand legal holds', async () => {
  const world = await write({ items: [] })
  const { tenantId, chats, users } = world
  await sql`with added as (
      insert into contact_cards (tenant_id, contact_id, name, created_at)
      select ${tenantId}::uuid, gen_random_uuid(), 'Ann', now() from generate_series(1, ${LEGAL_HOLD_LIMITS.listed}::integer)
      returning contact_id
    )
    insert into legal_holds (tenant_id, hold_id, contact_id, reason, placed_by, placed_at)
    select ${tenantId}::uuid, gen_random_uuid(), contact_id, '', ${users[0]}::uuid, now() from added`.execute(
    database.queries,
  )
  const clock = { now: () => new Date(), after: () => () => {} }
  const holds = createLegalHolds({ database, clock, announcements: { publish() {}, subscribe: () => () => {} } })
  const caller = { tenantId, userId: users[0], name: 'Dana' } as unknown as Caller
  const chatId = chats[0] as ChatId
  await expect(holds.place(caller, { chatId, reason: '' })).rejects.toThrow(
    LEGAL_HOLD_TEXTS.tooMany(LEGAL_HOLD_LIMITS.listed),
  )
})

test('a chat that cannot be cleaned keeps no other from it', async () => {
  const world = await write({ items: [0, 1, 2].map((chat) => ({ chat, day: 0, what: 'in' as const })) })
  const { tenantId } = world
  let calls = 0
  const failing: Database = {
    ...database,
    transaction: (work) => ((calls += 1) === 1 ? Promise.reject(new Error('Deadlock')) : database.transaction(work)),
  }
  const errors: unknown[] = []
  const at = { now: START + 60 * DAY_MS }
  const retention = retentionOf(world, at, [], failing, (error) => errors.push(error))
  retention.loop.start()
  await retention.clean(tenantId)
  expect(errors).toMatchObject([{ chatId: world.chats[0] }])
  expect((await left(tenantId)).size).toBe(1)
  await retention.clean(tenantId)
  expect((await left(tenantId)).size).toBe(0)
  await retention.loop.stop()
})
