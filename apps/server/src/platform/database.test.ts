import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { CommitInDoubt, NoConnection, openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { isMigrated, migrate } from './migrate.ts'

/** A database without tables. */
let empty: string
let folder: string
let database: Database
const fail = (error: Error) => {
  throw error
}
const open = () => openDatabase({ DATA_DIR: folder, DATABASE_POOL: 2 }, fail)

beforeAll(async () => {
  empty = await mkdtemp(path.join(tmpdir(), 'partyline-database-'))
  await (await openDatabase({ DATA_DIR: empty, DATABASE_POOL: 2 }, fail)).close()
})
afterAll(() => rm(empty, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partyline-database-'))
  await cp(empty, folder, { recursive: true })
  database = await open()
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('the schema is applied once, and kept when the database is opened again', async () => {
  await migrate(database.queries, migrations)
  await database.close()
  database = await open()
  expect(await isMigrated(database.queries, migrations)).toBe(true)
  await migrate(database.queries, migrations)
})

test('two processes cannot open one data folder', async () => {
  await expect(open()).rejects.toThrow('Another process uses the data folder')
})

test('asking the pool inside a transaction is refused instead of waiting for ever', async () => {
  const attempt = database.transaction(async () => sql`select 1`.execute(database.queries))
  await expect(attempt).rejects.toThrow('Pass the transaction down')
})

test('a transaction that fails leaves nothing', async () => {
  await sql`create table notes (text text)`.execute(database.queries)
  const attempt = database.transaction(async (trx) => {
    await sql`insert into notes values ('kept?')`.execute(trx)
    throw new Error('no')
  })
  await expect(attempt).rejects.toThrow('no')
  const { rows } = await sql`select * from notes`.execute(database.queries)
  expect(rows).toEqual([])
})

test.runIf(process.env['DATABASE_URL'])(
  'a connection that is lost in use fails its transaction and nothing else',
  async () => {
    const { DATABASE_URL } = process.env
    const lost: Error[] = []
    const served = await openDatabase({ DATABASE_URL, DATABASE_POOL: 2, DATA_DIR: folder }, (error) => lost.push(error))
    const other = await openDatabase({ DATABASE_URL, DATABASE_POOL: 2, DATA_DIR: folder }, fail)
    const attempt = served.transaction(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(trx)
      await other.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await vi.waitFor(() => expect(lost).not.toEqual([]), { timeout: 30_000 })
      await sql`select 1`.execute(trx)
    })
    await expect(attempt).rejects.toThrow('connection error')
    expect((await sql<{ one: number }>`select 1 one`.execute(served.queries)).rows).toEqual([{ one: 1 }])
    await Promise.all([served.close(), other.close()])
  },
)

test('a commit that fails is told apart from work that fails', async () => {
  await sql`create table notes (text text unique deferrable initially deferred)`.execute(database.queries)
  const attempt = database.transaction((trx) => sql`insert into notes values ('a'), ('a')`.execute(trx))
  await expect(attempt).rejects.toThrow(CommitInDoubt)
})

test('what cannot begin says so', async () => {
  await database.close()
  await expect(database.transaction(async () => {})).rejects.toThrow(NoConnection)
  await expect(database.statement((db) => sql`select 1`.execute(db))).rejects.toThrow(NoConnection)
  database = await open()
})

test('a statement by itself is kept, and one that is refused is told apart from one without an answer', async () => {
  await sql`create table notes (text text not null)`.execute(database.queries)
  await database.statement((db) => sql`insert into notes values ('kept')`.execute(db))
  const refused = database.statement((db) => sql`insert into notes values ('lost'), (null)`.execute(db))
  await expect(refused).rejects.toThrow('null value')
  const { rows } = await sql`select text from notes`.execute(database.queries)
  expect(rows).toEqual([{ text: 'kept' }])
  const unanswered = database.statement(async () => fail(new Error('The connection broke.')))
  await expect(unanswered).rejects.toThrow(CommitInDoubt)
})
