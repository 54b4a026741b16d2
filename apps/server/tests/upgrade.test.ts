import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshDatabase } from '@partyline/driver'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { schema } from '../database/index.ts'
import { isMigrated, migrate, openDatabase } from '../src/platform/index.ts'
import type { Database, Schema } from '../src/platform/index.ts'
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
      alter table messages add column mood text not null default 'calm';
      create table moods (mood text primary key);`,
  },
  functions: schema.functions,
}

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

test('each migration keeps everything that the previous version needs', { timeout: SEVERAL_STARTS_MS }, async () => {
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
      expect({ [names[count] ?? '']: lostFor(before, after) }).toEqual({ [names[count] ?? '']: [] })
      before = after
    }
    // The database is also ready for an older version.
    expect(await isMigrated(queries, upTo(1))).toBe(true)
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
      sql`alter table messages add column mood text not null`,
      sql`alter table audit_log alter column kind type varchar(20)`,
      sql`alter table chats drop column list_rank`,
      sql`alter table messages add check (text <> '')`,
      sql`create unique index one_name on users (tenant_id, name)`,
      sql`alter table deliveries alter column error_text set not null`,
      sql`drop function add_messages`,
    ])
      await change.execute(queries)
    expect(lostFor(before, await readSchema(queries))).toEqual([
      expect.stringMatching(/^add_messages\(added_messages json, .* is gone$/),
      'audit_log.kind was text and is varchar20',
      'chats.list_rank is gone',
      'deliveries.error_text has to be given',
      expect.stringMatching(/^messages has a new rule: CHECK/),
      'messages.mood is new and has to be given',
      expect.stringMatching(/^users has a new rule: CREATE UNIQUE INDEX one_name/),
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
