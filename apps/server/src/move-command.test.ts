import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Chat } from '@partyline/contract'
import { freshDatabase } from '@partyline/driver'
import type { FreshDatabase } from '@partyline/driver'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { schema } from '../database/index.ts'
import { openClinic } from '../tests/clinic.ts'
import type { Clinic } from '../tests/clinic.ts'
import { compileEmbeddedDatabase } from '../tests/compiled-database.ts'
import { startCuttableProxy } from '../tests/cuttable-proxy.ts'
import { startHarness } from '../tests/harness.ts'
import type { OwnHarness } from '../tests/harness.ts'
import { createTexting } from '../tests/texting.ts'
import { moveCommand } from './move-command.ts'
import { migrate, openDatabase } from './platform/index.ts'
import type { Database, Queries } from './platform/index.ts'

const AWKWARD = 'Zoë: "{NULL}", \\N \\\\ and\n\'50%\'\t{a,b} 👩‍⚕️ 你好'
const NEW_ONE = 'Nothing was changed. Name a new, empty database.'
const OTHER_DATA = `The database contains other data than the embedded one. If a server has used it since an earlier move, that move was complete. ${NEW_ONE}`
const PASSWORD = 'correct-horse'

let harness: OwnHarness
let clinic: Clinic
let chat: Chat
let answers: Awaited<ReturnType<typeof readAnswers>>

/** Reads everything that was written back through the API. */
async function readAnswers() {
  const { dana, omar } = clinic
  const inChat = { params: { chatId: chat.id } }
  return {
    me: await omar.get('users.me'),
    list: await dana.get('chats.search', { body: {} }),
    messages: await dana.get('messages.list', inChat),
    changes: await dana.get('chats.changes', inChat),
    found: await dana.get('messages.search', { body: { term: 'zoe' } }),
    contacts: await dana.get('numbers.mobile'),
    tenant: await dana.get('settings.tenant'),
    audit: await dana.get('settings.audit'),
  }
}

/** Rows that a copy could get wrong: one that refers to a later one, and values that only SQL can write. */
async function addAwkwardRows(database: Database) {
  const { queries } = database
  await sql`update messages set parent_id = (select message_id from messages order by 1 desc limit 1), sent_at = '2026-01-02 03:04:05.678901+00'
    where text = ${AWKWARD}`.execute(queries)
  await sql`update chat_names set name = 'Former name'`.execute(queries)
  await sql`update deliveries set earlier_sids = array['SM1', null, '{,"}']`.execute(queries)
  await sql`update provider_events set parameters = '{"b":  null, "a":1.0, "a":"2"}'`.execute(queries)
  await sql`select setval(pg_get_serial_sequence('provider_events', 'kept_as'), 5000)`.execute(queries)
}

async function openEmbedded(work: (database: Database) => Promise<unknown>) {
  const database = await openDatabase({ DATA_DIR: folder(), DATABASE_POOL: 1 }, () => {})
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

async function openTarget<Result>(url: string, work: (queries: Queries) => Promise<Result>) {
  const database = await openDatabase({ DATABASE_URL: url, DATA_DIR: '', DATABASE_POOL: 2 }, () => {})
  try {
    return await work(database.queries)
  } finally {
    await database.close()
  }
}

/** Returns each table's name, number of rows, and a hash of all its rows. */
async function hashTables(queries: Queries) {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%' order by 1`.execute(queries)
  const hashes: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql`select count(*), md5(string_agg(md5(t::text), '' order by md5(t::text)))
      from ${sql.table(name)} t`.execute(queries)
    hashes[name] = rows
  }
  return hashes
}

const rulesOf = (queries: Queries) =>
  sql`select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as rule from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
    order by 1, 2`.execute(queries)

async function newDatabase(template = 'template0') {
  const fresh = await freshDatabase({ template })
  onTestFinished(() => fresh.drop())
  return withPassword(fresh)
}

function withPassword(database: FreshDatabase) {
  const url = new URL(database.url ?? '')
  url.password = PASSWORD
  return url.href
}

const folder = () => harness.settings['DATA_DIR'] ?? ''

async function move(to: string | undefined, onLine: (line: string) => void = () => {}, env = harness.settings) {
  const lines: string[] = []
  await moveCommand({
    env,
    to,
    print(line) {
      lines.push(line)
      onLine(line)
    },
  })
  return lines
}

describe.runIf(process.env['DATABASE_URL'])('an embedded installation', () => {
  beforeAll(async () => {
    await compileEmbeddedDatabase()
    harness = await startHarness({ env: { DATABASE_URL: '' } })
    clinic = await openClinic(harness)
    const texting = createTexting(harness, clinic)
    const { chat: made, phones } = await texting.newChat(['Marta Rivera'])
    chat = made
    await texting.settled(chat, await texting.send(chat, AWKWARD))
    await phones[0]?.send(texting.frontDesk, 'Good morning')
    await texting.messages(chat, 2)
    await harness.restart(() => openEmbedded(addAwkwardRows))
    answers = await readAnswers()
  })
  afterAll(() => harness.close())

  test('does not move while its server runs', async () => {
    await expect(move(await newDatabase())).rejects.toThrow(
      `The server runs and holds the embedded database in ${folder()}. Stop it, and run the command again.`,
    )
  })

  describe('whose server has stopped', () => {
    let moved: FreshDatabase
    let target: string
    let lines: string[]
    beforeAll(async () => {
      await harness.app.close()
      moved = await freshDatabase({ template: inject('template').name })
      target = withPassword(moved)
      for (const setting of [`timezone = 'Asia/Tokyo'`, `bytea_output = 'escape'`]) {
        await openTarget(target, (queries) => sql.raw(`alter database ${moved.name} set ${setting}`).execute(queries))
      }
      lines = await move(target)
      await openTarget(target, (queries) => sql.raw(`alter database ${moved.name} reset all`).execute(queries))
    })
    afterAll(() => moved.drop())

    test('moves with a line for each table, and without printing the password', () => {
      expect(lines).toContain('all_messages: 2 rows copied and verified')
      expect(lines.join('\n')).not.toContain(PASSWORD)
    })

    test('moves once: a second run finds everything there and changes nothing', async () => {
      const versions = (queries: Queries) =>
        sql`select message_id, xmin::text from all_messages order by 1`.execute(queries)
      const before = await openTarget(target, versions)
      expect(await move(target)).toContain(
        'Everything has been moved already: all rows of all tables are the same. Nothing was changed.',
      )
      expect(await openTarget(target, versions)).toEqual(before)
    })

    test('keeps its rows, rules, and sequences', async () => {
      await openEmbedded(async ({ queries }) => {
        expect(await openTarget(target, hashTables)).toEqual(await hashTables(queries))
      })
      const empty = await newDatabase(inject('template').name)
      expect(await openTarget(target, rulesOf)).toEqual(await openTarget(empty, rulesOf))
      const database = await openDatabase({ DATABASE_URL: target, DATA_DIR: '', DATABASE_POOL: 2 }, () => {})
      onTestFinished(() => database.close())
      const { rows } = await sql`
        select nextval(pg_get_serial_sequence('provider_events', 'kept_as')) as next`.execute(database.queries)
      expect(rows).toEqual([{ next: 5001 }])
    })

    test('gives the same answers on PostgreSQL, and goes on', async () => {
      await harness.restart(undefined, { DATABASE_URL: target })
      onTestFinished(() => harness.app.close())
      expect(await readAnswers()).toEqual(answers)
      const texting = createTexting(harness, clinic)
      const [delivery] = await texting.settled(chat, await texting.send(chat, 'On PostgreSQL'))
      expect(delivery?.status).toBe('delivered')
    })

    test('does not move again once a server has written to the copy', async () => {
      await openTarget(target, (queries) =>
        sql`update messages set text = 'Good evening' where text = 'Good morning'`.execute(queries),
      )
      const changed = await openTarget(target, hashTables)
      await expect(move(target)).rejects.toThrow(OTHER_DATA)
      expect(await openTarget(target, hashTables)).toEqual(changed)
    })

    test('moves as a whole after the connection was cut in the middle', async () => {
      const target = new URL(await newDatabase())
      const proxy = await startCuttableProxy(Number(target.port), target.hostname)
      onTestFinished(() => proxy.close())
      const through = new URL(target)
      through.port = String(proxy.port)
      const cutting = move(through.href, (line) => line.startsWith('all_messages') && proxy.shut())
      await expect(cutting).rejects.toThrow(/^PostgreSQL at 127\.0\.0\.1:\d+ cannot be reached \(.+\)\.$/)
      proxy.open()
      expect(
        await openTarget(target.href, async (queries) => (await sql`select from chats`.execute(queries)).rows),
      ).toEqual([])
      expect(await move(through.href)).toContain('all_messages: 2 rows copied and verified')
    })

    test('does not move into tables that are not Partyline’s', async () => {
      const target = await newDatabase()
      await openTarget(target, (queries) => sql`create table recipes (name text)`.execute(queries))
      await expect(move(target)).rejects.toThrow(`The database has tables that are not Partyline’s. ${NEW_ONE}`)
      const tables = await openTarget(target, (queries) =>
        sql`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
          queries,
        ),
      )
      expect(tables.rows).toEqual([{ relname: 'recipes' }])
    })

    test('does not move into a database of a newer version', async () => {
      const target = await newDatabase(inject('template').name)
      await openTarget(target, (queries) =>
        sql`insert into kysely_migration values ('9999-newer', '')`.execute(queries),
      )
      await expect(move(target)).rejects.toThrow('A newer version of Partyline has migrated the database (9999-newer).')
    })

    test('does not move from a database of another version', async () => {
      const target = await newDatabase()
      await openEmbedded(({ queries }) => sql`insert into kysely_migration values ('9999-newer', '')`.execute(queries))
      onTestFinished(() =>
        openEmbedded(({ queries }) => sql`delete from kysely_migration where name = '9999-newer'`.execute(queries)),
      )
      await expect(move(target)).rejects.toThrow('The tables of the two databases differ.')
    })

    test('does not move where a row is lost', async () => {
      const target = await newDatabase(inject('template').name)
      await openTarget(target, (queries) =>
        sql`create rule lossy as on insert to contacts do instead nothing`.execute(queries),
      )
      await expect(move(target)).rejects.toThrow(
        'contacts differs from its original after it was copied, so nothing was moved.',
      )
      expect(await openTarget(target, async (queries) => (await sql`select from chats`.execute(queries)).rows)).toEqual(
        [],
      )
    })

    test('does not move into an encoding without emoji', async () => {
      const target = new URL(await newDatabase())
      const name = `${target.pathname.slice(1)}_latin`
      await openTarget(target.href, (queries) =>
        sql`create database ${sql.id(name)} encoding 'LATIN1' locale 'C' template template0`.execute(queries),
      )
      onTestFinished(async () => {
        await openTarget(process.env['DATABASE_URL'] ?? '', (queries) =>
          sql`drop database ${sql.id(name)}`.execute(queries),
        )
      })
      target.pathname = name
      await expect(move(target.href)).rejects.toThrow(
        'The database has the encoding LATIN1. Create it with --encoding UTF8 --template template0.',
      )
    })

    test('does not move without an address, or to a database that is not there', async () => {
      const example = 'Say where to move: --to and the address of a PostgreSQL database'
      await expect(move(undefined)).rejects.toThrow(example)
      await expect(move('mysql://localhost/texts')).rejects.toThrow(example)
      const missing = new URL(await newDatabase())
      missing.pathname = '/nowhere'
      await expect(move(missing.href)).rejects.toThrow(/There is no database “nowhere” on .* or correct --to\.$/)
    })
  })

  test('that has no organization, or does not exist, does not move', async () => {
    const empty = await mkdtemp(path.join(tmpdir(), 'partyline-empty-'))
    onTestFinished(() => rm(empty, { recursive: true }))
    const target = await newDatabase()
    const env = { DATA_DIR: empty }
    await expect(move(target, undefined, env)).rejects.toThrow(
      `There is no database in ${path.join(empty, 'database')}. Set DATA_DIR as the server has it.`,
    )
    const database = await openDatabase({ DATA_DIR: empty, DATABASE_POOL: 1 }, () => {})
    await migrate(database.queries, schema)
    await database.close()
    await expect(move(target, undefined, env)).rejects.toThrow(
      'The embedded database is empty: there is nothing to move.',
    )
  })
})
