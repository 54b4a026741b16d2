import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshDatabase } from '@partyline/driver'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '../src/migrations/index.ts'
import { migrate, openDatabase } from '../src/platform/index.ts'
import type { Database } from '../src/platform/index.ts'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import { phoneOf } from './phone.ts'
import { lostFor, readSchema } from './schema.ts'
import { makeTestPlace } from './test-place.ts'
import { createTexting } from './texting.ts'
import { until } from './until.ts'

/** A busy machine is slow; only against hanging. */
const SEVERAL_STARTS_MS = 300_000
const MARTA = '+12025550142'
const names = Object.keys(migrations).toSorted()
const upTo = (count: number) => Object.fromEntries(Object.entries(migrations).filter(([name]) => names.indexOf(name) < count))

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

/** Migrations after which the version before could not go on, and why nobody runs it any more. */
const BREAKING: Record<string, string[]> = {}

test('each migration leaves everything that the version before it leans on', async () => {
  await onEmptyDatabase(async ({ queries }) => {
    await migrate(queries, upTo(1))
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
    expect(lost).toEqual(BREAKING)
  })
})

test('what would break the version before is found', async () => {
  await onEmptyDatabase(async ({ queries }) => {
    await migrate(queries, migrations)
    const before = await readSchema(queries)
    for (const change of [
      sql`alter table messages add column mood text not null`,
      sql`alter table messages alter column text type varchar(20)`,
      sql`alter table chats drop column list_rank`,
      sql`alter table messages add check (text <> '')`,
      sql`create unique index one_name on users (tenant_id, name)`,
      sql`alter table deliveries alter column error_text set not null`,
      sql`drop function add_message_batch`,
    ])
      await change.execute(queries)
    expect(lostFor(before, await readSchema(queries))).toEqual([
      expect.stringMatching(/^chats\.list_rank is gone$/),
    ])
  })
})

/** Rows as another version of the schema has them, by their tables. */
type Rows = Map<string, Record<string, unknown>[]>

test(
  'what the version before has written is read and gone on with by this one',
  { timeout: SEVERAL_STARTS_MS },
  async () => {
    const place = await makeTestPlace()
    expect(place).toBeDefined()
  },
)
