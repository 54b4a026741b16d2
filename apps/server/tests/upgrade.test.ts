import { cpSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshDatabase } from '@partyline/driver'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { schema } from '../database/index.ts'
import { isMigrated, migrate, newId, openDatabase } from '../src/platform/index.ts'
import type { Database, Queries, Schema } from '../src/platform/index.ts'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import { lostFor, readSchema } from './schema.ts'
import { makeTestPlace } from './test-place.ts'
import { createTexting } from './texting.ts'

/** Only against hanging, because a busy machine is slow. */
const SEVERAL_STARTS_MS = 300_000

/** A possible next version, which only adds, like all migrations. */
const NEXT: Schema = {
  migrations: {
    ...schema.migrations,
    '9999-next': `
      alter table all_messages add column mood text not null default 'calm';
      create table moods (mood text primary key);`,
  },
  functions: schema.functions,
}

/** Before them, all processes of the previous version must have stopped: see “Upgrades” in docs/operations.md. */
const WITH_A_STOP = new Set(['0015-one-table-of-messages'])

/** New rules that hold for all that the previous version starts by itself. */
const HOLDING_RULES = [
  // Only its parts of an import of opt-outs are refused, which it would read as consent.
  'contact_imports has a new rule: CHECK (((opt_out_parts IS NULL) OR ((opt_out_parts = parts) AND (consent_lines IS NOT NULL))))',
]

const fail = (error: Error) => {
  throw error
}

/** An empty database, embedded or PostgreSQL, like the test run’s. */
async function onEmptyDatabase(work: (database: Database) => Promise<void>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-upgrade-'))
  const server = await freshDatabase()
  if (!server.url) cpSync(inject('template').emptyFolder, dataDir, { recursive: true })
  const database = await openDatabase({ DATABASE_URL: server.url, DATA_DIR: dataDir, DATABASE_POOL: 1 }, fail)
  try {
    await work(database)
  } finally {
    await database.close()
    await server.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

test(
  'each migration without a stop keeps everything that the previous version needs',
  { timeout: SEVERAL_STARTS_MS },
  async () => {
    await onEmptyDatabase(async ({ queries }) => {
      const names = Object.keys(NEXT.migrations).toSorted()
      const upTo = (count: number): Schema => ({
        migrations: Object.fromEntries(names.slice(0, count).map((name) => [name, NEXT.migrations[name] ?? ''])),
        functions: schema.functions,
      })
      await migrate(queries, upTo(1))
      expect(await isMigrated(queries, NEXT)).toBe(false)
      let before = await readSchema(queries)
      expect(before.columns.size).toBeGreaterThan(50)
      for (const count of names.keys()) {
        await migrate(queries, upTo(count + 1))
        const after = await readSchema(queries)
        const name = names[count] ?? ''
        const lost = lostFor(before, after).filter((what) => !HOLDING_RULES.includes(what))
        expect({ [name]: lost.length > 0 }).toEqual({ [name]: WITH_A_STOP.has(name) })
        before = after
      }
      // The database is also ready for an older version.
      expect(await isMigrated(queries, upTo(1))).toBe(true)
    })
  },
)

test('the table of all messages, and the way back, keep every message', { timeout: SEVERAL_STARTS_MS }, async () => {
  const [tenant, chat, line, user, file] = Array.from({ length: 5 }, () => newId())
  const names = Object.keys(schema.migrations).toSorted()
  const newest = names.at(-1) ?? ''
  const upTo = (last: string): Schema => ({
    migrations: Object.fromEntries(
      names.filter((each) => each <= last).map((each) => [each, schema.migrations[each] ?? '']),
    ),
    functions: {},
  })
  const rowsOf = async (queries: Queries) => {
    const [sent, pending, media, chats] = await Promise.all([
      sql`select message_id, text, sent_at, sent_by, automatic from messages order by message_id`.execute(queries),
      sql`select message_id, number_id, state, text, parent_id, recipients, written_by, written_at, send_at,
        cancel_on_reply, opens_chat, reason, owner_id, request_id from pending_messages order by message_id`.execute(
        queries,
      ),
      sql`select f.message_id, f.position, f.file_id from message_media f join messages using (tenant_id, message_id)
        order by f.message_id, f.position`.execute(queries),
      sql`select chat_id, last_message_id, message_count from chats`.execute(queries),
    ])
    return [sent, pending, media, chats].map(({ rows }) => rows)
  }
  await onEmptyDatabase(async ({ queries, pool }) => {
    await migrate(queries, upTo('0013-files-in-use'))
    const [automatic, held, returned] = Array.from({ length: 3 }, () => newId())
    await pool.query(`
      insert into tenants (tenant_id, name, created_at) values ('${tenant}', 'Team', now());
      insert into users (tenant_id, user_id, name, role, created_at) values ('${tenant}', '${user}', 'Dana', 'User', now());
      insert into lines (tenant_id, number_id, sid, number, name, created_at)
        values ('${tenant}', '${line}', 'PN1', '+12025550100', 'Desk', now());
      insert into files (tenant_id, file_id, directory, file_name, content_type, length, created_at)
        values ('${tenant}', '${file}', 'folder', 'a.png', 'image/png', 1, now());
      insert into chats (tenant_id, chat_id, number_id, name, message_count, last_message_at, created_at, last_automatic_id)
        values ('${tenant}', '${chat}', '${line}', 'Marta', 1, now(), now(), '${automatic}');
      insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by, automatic)
        values ('${tenant}', '${automatic}', '${chat}', 'We are closed.', now(), '${line}', 'away');
      insert into message_media values ('${tenant}', '${automatic}', 1, '${file}');
      insert into pending_messages (tenant_id, message_id, chat_id, number_id, state, text, file_ids, recipients, written_by,
        written_at, send_at, cancel_on_reply, opens_chat, reason, owner_id, request_key)
      values ('${tenant}', '${held}', '${chat}', '${line}', 'held', 'Soon', array['${file}', '${file}']::uuid[], array['${user}']::uuid[],
          '${user}', now(), now(), false, true, null, null, 'key'),
        ('${tenant}', '${returned}', '${chat}', '${line}', 'returned', 'Back', '{}', '{}', '${user}', now(), now(), true, false,
          'undone', '${user}', null);
      insert into idempotency_keys values ('${tenant}', '${user}', 'messages.send', 'key', '', '${held}', now())`)
    const before = await rowsOf(queries)
    const files = async () =>
      (await sql`select file_id from message_media where message_id = ${held}`.execute(queries)).rows
    const schemaBefore = await readSchema(queries)
    await migrate(queries, upTo(newest))
    expect(await rowsOf(queries)).toEqual(before)
    expect(await files()).toHaveLength(2)
    const { rows } = await sql<{ isSame: boolean }>`select c.last_automatic_at = m.sent_at as is_same
      from chats c join messages m using (tenant_id, chat_id)`.execute(queries)
    expect(rows).toEqual([{ isSame: true }])
    await pool.query(schema.functions['write_messages'] ?? '')
    await pool.query(schema.functions['cancel_messages'] ?? '')

    await pool.query(readFileSync(path.join(import.meta.dirname, `../database/back/to-0013-files-in-use.sql`), 'utf8'))
    expect(await rowsOf(queries)).toEqual(before)
    expect(await files()).toEqual([])
    const { rows: kept } = await sql`select request_key, cardinality(file_ids) as files from pending_messages
      order by state`.execute(queries)
    expect(kept).toEqual([
      { requestKey: 'key', files: 2 },
      { requestKey: null, files: 0 },
    ])
    const schemaAfter = await readSchema(queries)
    expect([lostFor(schemaBefore, schemaAfter), lostFor(schemaAfter, schemaBefore)]).toEqual([[], []])
    await migrate(queries, upTo(newest))
    expect(await rowsOf(queries)).toEqual(before)
  })
})

test('chats know their returned messages, and when the next one is due, after the update', async () => {
  const [tenant, chat, quiet, line, user] = Array.from({ length: 5 }, () => newId())
  const before = Object.fromEntries(Object.entries(schema.migrations).filter(([name]) => name < '0017'))
  const pending = [
    ['late', '2026-11-28T08:00Z', null],
    ['returned', '2026-11-28T09:00Z', 'replied'],
    ['returned', '2026-11-28T09:00Z', 'undone'],
    ['held', '2026-11-28T09:00Z', null],
    ['scheduled', '2026-11-30T09:00Z', null],
    ['scheduled', '2026-11-29T09:00Z', null],
  ] as const
  await onEmptyDatabase(async ({ queries, pool }) => {
    await migrate(queries, { migrations: before, functions: {} })
    await pool.query(`
      insert into tenants (tenant_id, name, created_at) values ('${tenant}', 'Team', now());
      insert into users (tenant_id, user_id, name, role, created_at) values ('${tenant}', '${user}', 'Dana', 'User', now());
      insert into lines (tenant_id, number_id, sid, number, name, created_at)
        values ('${tenant}', '${line}', 'PN1', '+12025550100', 'Desk', now());
      insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at) values
        ('${tenant}', '${chat}', '${line}', 'Marta', now(), now()), ('${tenant}', '${quiet}', '${line}', 'Quinn', now(), now())`)
    for (const [state, sendAt, reason] of pending) {
      await sql`insert into all_messages (tenant_id, message_id, chat_id, text, sent_at, sent_by, state, number_id, recipients,
          send_at, reason, owner_id)
        values (${tenant}, ${newId()}, ${chat}, 'Hello', now(), ${user}, ${state}, ${line}, '{}', ${sendAt}, ${reason},
          ${reason && user})`.execute(queries)
    }
    await migrate(queries, { migrations: schema.migrations, functions: {} })
    const { rows } = await sql`select name, returned_count, scheduled_for from chats order by name`.execute(queries)
    expect(rows).toEqual([
      { name: 'Marta', returnedCount: 2, scheduledFor: new Date('2026-11-29T09:00Z') },
      { name: 'Quinn', returnedCount: 0, scheduledFor: null },
    ])
  })
})

test('chats know since when they wait for an answer after the update', async () => {
  const [tenant, line, user, phone] = Array.from({ length: 4 }, () => newId())
  const before = Object.fromEntries(Object.entries(schema.migrations).filter(([name]) => name < '0031'))
  const texts = (...from: string[]) => from.map((sender, minute) => ({ sender, minute }))
  const chats = {
    Answered: texts('phone', 'user'),
    Asked: texts('user'),
    Done: texts('phone'),
    'Done before': texts('phone', 'done', 'phone'),
    Skipped: texts('phone', 'user without a phone', 'phone'),
    Waits: texts('phone', 'user', 'phone', 'line', 'phone'),
  }
  await onEmptyDatabase(async ({ queries, pool }) => {
    await migrate(queries, { migrations: before, functions: {} })
    await pool.query(`
      insert into tenants (tenant_id, name, created_at) values ('${tenant}', 'Team', now());
      insert into users (tenant_id, user_id, name, role, created_at) values ('${tenant}', '${user}', 'Dana', 'User', now());
      insert into lines (tenant_id, number_id, sid, number, name, created_at)
        values ('${tenant}', '${line}', 'PN1', '+12025550100', 'Desk', now())`)
    for (const [name, all] of Object.entries(chats)) {
      const chat = newId()
      await pool.query(`
        insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at, state)
          values ('${tenant}', '${chat}', '${line}', '${name}', now(), now(), '${name === 'Done' ? 'done' : 'open'}');
        insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at) values
          ('${tenant}', '${chat}', '${user}', 'TeamsUser', now(), now()),
          ('${tenant}', '${chat}', '${phone}', 'ExternalMobile', now(), now())`)
      for (const { sender, minute } of all) {
        const [id, at] = [newId(), `2026-11-28T09:0${minute}Z`]
        if (sender === 'done') {
          await pool.query(`insert into chat_changes (tenant_id, chat_id, change_id, kind, changed_at, details)
            values ('${tenant}', '${chat}', '${id}', 'done', '${at}', '{}')`)
          continue
        }
        const by = sender === 'phone' ? phone : sender === 'line' ? line : user
        await pool.query(`
          insert into all_messages (tenant_id, message_id, chat_id, text, sent_at, sent_by, state, automatic)
            values ('${tenant}', '${id}', '${chat}', 'Hello', '${at}', '${by}', 'sent', ${sender === 'line' ? "'away'" : 'null'});
          insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at)
            values ('${tenant}', '${id}', '${id}', '${chat}', '${phone}', '${sender === 'user' ? 'sent' : 'skipped'}', now())`)
      }
    }
    await migrate(queries, { migrations: schema.migrations, functions: {} })
    const { rows } = await sql`select name, waiting_since from chats order by name`.execute(queries)
    expect(rows).toEqual([
      { name: 'Answered', waitingSince: null },
      { name: 'Asked', waitingSince: null },
      { name: 'Done', waitingSince: null },
      { name: 'Done before', waitingSince: new Date('2026-11-28T09:02Z') },
      { name: 'Skipped', waitingSince: new Date('2026-11-28T09:00Z') },
      { name: 'Waits', waitingSince: new Date('2026-11-28T09:02Z') },
    ])
  })
})

test('a function is applied again only if its file changes', async () => {
  await onEmptyDatabase(async ({ queries }) => {
    const withFunction = (text: string): Schema => ({
      migrations: schema.migrations,
      functions: { ...schema.functions, answer: text },
    })
    const answer = async () =>
      (await sql<{ answer: number }>`select answer() as answer`.execute(queries)).rows[0]?.answer
    const first = withFunction('create or replace function answer() returns integer language sql as $$ select 1 $$')
    await migrate(queries, schema)
    expect(await isMigrated(queries, first)).toBe(false)
    await migrate(queries, first)
    expect(await isMigrated(queries, first)).toBe(true)
    expect(await answer()).toBe(1)
    await sql`create or replace function answer() returns integer language sql as 'select 2'`.execute(queries)
    await migrate(queries, first)
    expect(await answer()).toBe(2)
    await migrate(
      queries,
      withFunction('create or replace function answer() returns integer language sql as $$ select 3 $$'),
    )
    expect(await answer()).toBe(3)
  })
})

test('changes that would break the previous version are detected', { timeout: SEVERAL_STARTS_MS }, async () => {
  await onEmptyDatabase(async ({ queries }) => {
    await migrate(queries, schema)
    const before = await readSchema(queries)
    for (const change of [
      sql`alter table all_messages add column mood text not null`,
      sql`alter table audit_log alter column kind type varchar(20)`,
      sql`alter table chats drop column list_rank`,
      sql`alter table all_messages add check (text <> '')`,
      sql`create unique index one_name on users (tenant_id, name)`,
      sql`alter table deliveries alter column error_text set not null`,
      sql`drop function add_messages`,
    ])
      await change.execute(queries)
    expect(lostFor(before, await readSchema(queries))).toEqual([
      expect.stringMatching(/^add_messages\(added_messages json, .* is gone$/),
      expect.stringMatching(/^all_messages has a new rule: CHECK/),
      'all_messages.mood is new and has to be given',
      'audit_log.kind was text and is varchar20',
      'chats.list_rank is gone',
      'deliveries.error_text has to be given',
      expect.stringMatching(/^users has a new rule: CREATE UNIQUE INDEX one_name/),
    ])
  })
})

test('every phone gets a contact, also one that is added during the update', async () => {
  const [tenant, line, chat, texted, quiet, gone, late] = Array.from({ length: 7 }, () => newId())
  const add = (id: string | undefined, number: string, name: string, deleted = 'null') =>
    `insert into contacts (tenant_id, number_id, number, name, created_at, deleted_at)
      values ('${tenant}', '${id}', '${number}', '${name}', now(), ${deleted});`
  const before = Object.fromEntries(Object.entries(schema.migrations).filter(([name]) => name < '0020'))
  await onEmptyDatabase(async ({ queries, pool }) => {
    await migrate(queries, { migrations: before, functions: {} })
    await pool.query(`
      insert into tenants (tenant_id, name, created_at) values ('${tenant}', 'Team', now());
      insert into lines (tenant_id, number_id, sid, number, name, created_at)
        values ('${tenant}', '${line}', 'PN1', '+12025550100', 'Desk', now());
      ${add(texted, '+12025550101', 'Ann')} ${add(quiet, '+12025550102', 'Bob')} ${add(gone, '+12025550103', 'Cleo', 'now()')}
      insert into chats (tenant_id, chat_id, number_id, name, message_count, last_message_at, created_at)
        values ('${tenant}', '${chat}', '${line}', 'Ann', 1, '2026-11-28T09:41Z', now());
      insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at)
        values ('${tenant}', '${chat}', '${texted}', 'ExternalMobile', now(), '2026-11-28T09:41Z')`)
    await migrate(queries, { migrations: schema.migrations, functions: {} })
    await pool.query(add(late, '+12025550104', 'Dan'))
    await migrate(queries, schema)
    await pool.query(`update contacts set deleted_at = null where number_id = '${gone}'`)
    const { rows } = await sql<{ name: string; lastTextAt: Date | null; numberId: string }>`
      select c.name, c.last_text_at, p.number_id from contact_cards c join contact_phones p using (tenant_id, contact_id)
      order by c.name`.execute(queries)
    expect(rows).toEqual([
      { name: 'Ann', lastTextAt: new Date('2026-11-28T09:00Z'), numberId: texted },
      { name: 'Bob', lastTextAt: null, numberId: quiet },
      { name: 'Cleo', lastTextAt: null, numberId: gone },
      { name: 'Dan', lastTextAt: null, numberId: late },
    ])
  })
})

/** A clinic whose database can be opened while no app has it open. */
async function openOnOwnPlace() {
  const place = await makeTestPlace()
  const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' }
  const harness = await startHarness({ env, sandbox: { pace: { queued: 1, sending: 1, sent: 1 } } })
  const clinic = await openClinic(harness)
  const options = { DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir, DATABASE_POOL: 1 }
  return {
    place,
    harness,
    clinic,
    texting: createTexting(harness, clinic),
    withDatabase: async (work: (database: Database) => Promise<unknown>) => {
      const database = await openDatabase(options, fail)
      try {
        await work(database)
      } finally {
        await database.close()
      }
    },
  }
}

test('a version does not start on a database migrated by a newer one', { timeout: SEVERAL_STARTS_MS }, async () => {
  const { place, harness, withDatabase } = await openOnOwnPlace()
  const later = () => withDatabase(({ queries }) => migrate(queries, NEXT))
  await expect(harness.restart(later)).rejects.toThrow(
    'A newer version of Partyline has migrated the database (9999-next). Start that version, or restore the backup from before the upgrade: see “Upgrades” in docs/operations.md.',
  )
  await harness.sandbox.close()
  await place.remove()
})

test('a version does not start on a database with a missing migration', { timeout: SEVERAL_STARTS_MS }, async () => {
  await onEmptyDatabase(async ({ queries }) => {
    await migrate(queries, NEXT)
    await sql`delete from kysely_migration where name = '0001-baseline'`.execute(queries)
    await expect(migrate(queries, NEXT)).rejects.toThrow(
      'The database is damaged: it lacks the migration 0001-baseline. Restore it from a backup: see “Backup and restore” in docs/operations.md.',
    )
  })
})

test.runIf(process.env['DATABASE_URL'])(
  'a running older version continues while a newer one migrates',
  { timeout: SEVERAL_STARTS_MS },
  async () => {
    const { place, harness, texting, withDatabase } = await openOnOwnPlace()
    const { chat, phones } = await texting.newChat(['Otto'])
    await withDatabase(({ queries }) => migrate(queries, NEXT))
    await texting.settled(chat, await texting.send(chat, 'From the older one'))
    await phones[0]?.send(texting.frontDesk, 'To the older one')
    expect(await texting.messages(chat, 2)).toHaveLength(2)
    // Load balancers keep sending requests to it.
    expect((await harness.anonymous.call('health.ready')).status).toBe(200)
    expect((await harness.signIn('dana@lakeside.example')).accessToken).not.toBeNull()
    await harness.close()
    await place.remove()
  },
)
