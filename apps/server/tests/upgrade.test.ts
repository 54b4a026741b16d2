import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshDatabase } from '@partyline/driver'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '../src/migrations/index.ts'
import { isMigrated, migrate, openDatabase } from '../src/platform/index.ts'
import type { Database } from '../src/platform/index.ts'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import { lostFor, readSchema } from './schema.ts'
import { makeTestPlace } from './test-place.ts'
import { createTexting } from './texting.ts'

/** A busy machine is slow; only against hanging. */
const SEVERAL_STARTS_MS = 300_000
const names = Object.keys(migrations).toSorted()
const upTo = (count: number) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => names.indexOf(name) < count))

/** What the next version might bring: it adds, as all of ours do. */
const NEXT: Record<string, Migration> = {
  ...migrations,
  '9999-next': {
    async up(db) {
      await sql`alter table messages add column mood text not null default 'calm'`.execute(db)
      await sql`create table moods (mood text primary key)`.execute(db)
    },
  },
}

const fail = (error: Error) => {
  throw error
}

/** An empty database, of whichever kind the tests run on. */
async function onEmptyDatabase(work: (database: Database) => Promise<void>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-upgrade-'))
  const server = await freshDatabase()
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
  'each migration leaves everything that the version before it leans on',
  { timeout: SEVERAL_STARTS_MS },
  async () => {
    await onEmptyDatabase(async ({ queries }) => {
      await migrate(queries, upTo(1))
      expect(await isMigrated(queries, migrations)).toBe(false)
      let before = await readSchema(queries)
      expect(before.columns.size).toBeGreaterThan(50)
      const lost: Record<string, string[]> = {}
      for (const [at, name] of names.entries()) {
        await migrate(queries, upTo(at + 1))
        const after = await readSchema(queries)
        const gone = lostFor(before, after)
        if (gone.length > 0) lost[name] = gone
        before = after
      }
      // To an older version too the database is ready.
      expect(await isMigrated(queries, upTo(1))).toBe(true)
      // That one lets more through than before: a row for each part of a text.
      expect(lost).toEqual({ '0002-parts-of-texts': [expect.stringContaining('INDEX deliveries_member ON')] })
    })
  },
)

test('what would break the version before is found', { timeout: SEVERAL_STARTS_MS }, async () => {
  await onEmptyDatabase(async ({ queries }) => {
    await migrate(queries, migrations)
    const before = await readSchema(queries)
    for (const change of [
      sql`alter table messages add column mood text not null`,
      sql`alter table audit_log alter column kind type varchar(20)`,
      sql`alter table chats drop column list_rank`,
      sql`alter table messages add check (text <> '')`,
      sql`create unique index one_name on users (tenant_id, name)`,
      sql`alter table deliveries alter column error_text set not null`,
      sql`drop function add_message_batch`,
    ])
      await change.execute(queries)
    expect(lostFor(before, await readSchema(queries))).toEqual([
      expect.stringMatching(/^add_message_batch\(batch json\) .* is gone$/),
      'audit_log.kind was text and is varchar20',
      'chats.list_rank is gone',
      'deliveries.error_text has to be given',
      expect.stringMatching(/^messages has a new rule: CHECK/),
      'messages.mood is new and has to be given',
      expect.stringMatching(/^users has a new rule: CREATE UNIQUE INDEX one_name/),
    ])
  })
})

/** Brings the rows that an app has left into the schema of the version before, as far as that has room for them. */
async function goBack({ queries, pool }: Database) {
  const { columns } = await readSchema(queries)
  const { rows: tables } = await pool.query<{ table: string }>(
    `select relname "table" from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'`,
  )
  const rows = new Map<string, string>()
  for (const { table } of tables) {
    const { rows: found } = await pool.query<{ all: string | null }>(`select json_agg(t)::text "all" from ${table} t`)
    if (found[0]?.all) rows.set(table, found[0].all)
  }
  await pool.query('drop schema public cascade; create schema public')
  await migrate(queries, upTo(names.length - 1))
  const older = await readSchema(queries)
  await pool.query('set session_replication_role = replica')
  for (const [table, all] of rows) {
    const shared = [...older.columns]
      .filter(([name, { isComputed }]) => name.startsWith(`${table}.`) && columns.has(name) && !isComputed)
      .map(([name]) => name.slice(table.length + 1))
    const list = shared.map((name) => `"${name}"`).join(', ')
    if (!list) continue
    await pool.query(
      `insert into ${table} (${list}) overriding system value
       select ${list} from json_populate_recordset(null::${table}, $1)`,
      [all],
    )
    for (const column of shared) {
      await pool.query(
        `select setval(pg_get_serial_sequence('${table}', '${column}'), max(counted::text::bigint))
         from (select ${column} counted from ${table}) rows
         where pg_get_serial_sequence('${table}', '${column}') is not null`,
      )
    }
  }
}

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

test('what the version before has written is read, and gone on with', { timeout: SEVERAL_STARTS_MS }, async () => {
  const { place, harness, clinic, texting, withDatabase } = await openOnOwnPlace()
  const { chat, phones } = await texting.newChat(['Marta'])
  await texting.settled(chat, await texting.send(chat, 'Before the upgrade'))
  await phones[0]?.send(texting.frontDesk, 'Understood')
  const before = await texting.messages(chat, 2)
  const settings = await clinic.dana.get('settings.tenant')
  await harness.restart(() => withDatabase(goBack))

  expect(await texting.messages(chat, 2)).toEqual(before)
  expect(await clinic.dana.get('settings.tenant')).toEqual(settings)
  await texting.settled(chat, await texting.send(chat, 'After the upgrade'))
  await phones[0]?.send(texting.frontDesk, 'Still here')
  expect((await texting.messages(chat, 4)).map(({ text }) => text)).toEqual([
    'Before the upgrade',
    'Understood',
    'After the upgrade',
    'Still here',
  ])
  await harness.close()
  await place.remove()
})

test('no version starts on a database that a newer one has migrated', { timeout: SEVERAL_STARTS_MS }, async () => {
  const { place, harness, withDatabase } = await openOnOwnPlace()
  const later = () => withDatabase(({ queries }) => migrate(queries, NEXT))
  await expect(harness.restart(later)).rejects.toThrow(
    'A newer version of Partyline has migrated the database (9999-next). Start that version, or restore the backup from before the upgrade: see “Upgrades” in docs/operations.md.',
  )
  await harness.sandbox.close()
  await place.remove()
})

test('no version starts on a database whose migrations have a gap', { timeout: SEVERAL_STARTS_MS }, async () => {
  await onEmptyDatabase(async ({ queries }) => {
    await migrate(queries, migrations)
    await sql`delete from kysely_migration where name = '0004-search'`.execute(queries)
    await expect(migrate(queries, migrations)).rejects.toThrow(
      'The database is damaged: it lacks the migration 0004-search. Restore it from a backup: see “Backup and restore” in docs/operations.md.',
    )
  })
})

test.runIf(process.env['DATABASE_URL'])(
  'an older version that runs goes on while a newer one has migrated',
  { timeout: SEVERAL_STARTS_MS },
  async () => {
    const { place, harness, texting, withDatabase } = await openOnOwnPlace()
    const { chat, phones } = await texting.newChat(['Otto'])
    await withDatabase(({ queries }) => migrate(queries, NEXT))
    await texting.settled(chat, await texting.send(chat, 'From the older one'))
    await phones[0]?.send(texting.frontDesk, 'To the older one')
    expect(await texting.messages(chat, 2)).toHaveLength(2)
    // Whoever sends it requests goes on doing so.
    expect((await harness.anonymous.call('health.ready')).status).toBe(200)
    expect((await harness.signIn('dana@lakeside.example')).accessToken).not.toBeNull()
    await harness.close()
    await place.remove()
  },
)
