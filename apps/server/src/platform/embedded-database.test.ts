import { cp, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hasSmallDisks, mountSmallDisk } from '../../tests/small-disk.ts'
import { until } from '../../tests/until.ts'
import { openDatabase } from './database.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { OperatorError } from './operator-error.ts'

const fail = (error: Error) => {
  throw error
}
const start = (folder: string) =>
  startEmbeddedDatabase(folder, { onError: fail, onStorage: () => {}, onWalGrowth: () => {} })

let home: string
/** The folder of a database that was created and closed. */
let intact: string
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'partyline-embedded-'))
  intact = path.join(home, 'database')
  // The remains of a crash during an earlier creation.
  await mkdir(`${intact}-unfinished`)
  await writeFile(path.join(`${intact}-unfinished`, 'PG_VERSION'), '')
  await (await start(intact)).close()
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function damaged(name: string, damage: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(home, name)
  await cp(intact, folder, { recursive: true })
  await damage(folder)
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const refusal = (folder: string) =>
  start(folder).then(
    () => null,
    (error: unknown) => (error instanceof OperatorError ? error.message : error),
  )
const RESTORE = 'Restore it from a backup: see “Backup and restore” in docs/operations.md.'

test('a new database is created completely, despite the remains of a crash', async () => {
  expect(await readdir(home)).toEqual(['database', 'database-reserve'])
  expect(await readdir(intact)).toContain('PG_VERSION')
})

test('a folder without PG_VERSION is refused, and not replaced by an empty database', async () => {
  const folder = await damaged('unmarked', (at) => rm(path.join(at, 'PG_VERSION')))
  const before = await readdir(folder)
  expect(await refusal(folder)).toBe(
    `The embedded database in ${folder} is damaged: its file PG_VERSION is missing. ${RESTORE}`,
  )
  expect(await readdir(folder)).toEqual(before)
})

test('a folder without pg_control is refused with the reason, and opens after the file is restored', async () => {
  const folder = await damaged('incomplete', (at) => rm(path.join(at, 'global/pg_control')))
  const reason = 'could not open file "global/pg_control": No such file or directory'
  expect(await refusal(folder)).toBe(`The embedded database in ${folder} cannot be opened: ${reason}. ${RESTORE}`)
  await cp(path.join(intact, 'global/pg_control'), path.join(folder, 'global/pg_control'))
  await (await start(folder)).close()
})

test('a folder of another PostgreSQL version is refused with both versions', async () => {
  const folder = await damaged('older', (at) => writeFile(path.join(at, 'PG_VERSION'), '16\n'))
  expect(await refusal(folder)).toMatch(/cannot be opened: .* PostgreSQL version 16, .* this version 18/)
})

test('a crash at the end of a WAL segment is recovered without requesting a checkpoint before the database is open', async () => {
  const folder = await damaged('crashed', () => Promise.resolve())
  const database = await start(folder)
  const client = new Client({ host: database.host, user: 'postgres', database: 'postgres' })
  await client.connect()
  // The next record needs a new segment.
  await client.query('select pg_switch_wal()')
  const crashed = path.join(home, 'crashed-copy')
  await cp(folder, crashed, { recursive: true })
  onTestFinished(() => rm(crashed, { recursive: true }))
  await client.end()
  await database.close()

  let requests = 0
  const segments = async () =>
    (await readdir(path.join(crashed, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name))
  const before = await segments()
  const reopened = await startEmbeddedDatabase(crashed, {
    onError: fail,
    onStorage: () => {},
    onWalGrowth: () => (requests += 1),
  })
  expect(await segments()).not.toEqual(before)
  expect(requests).toBe(0)
  await reopened.close()
})

/** A data folder whose database is intact. */
async function dataFolder(name: string): Promise<string> {
  const folder = path.join(home, name)
  await cp(intact, path.join(folder, 'database'), { recursive: true })
  return folder
}

test('two processes cannot open the same data folder', async () => {
  const folder = await dataFolder('shared')
  const open = () => openDatabase({ DATA_DIR: folder, DATABASE_POOL: 2 }, fail)
  const database = await open()
  onTestFinished(() => database.close())
  await expect(open()).rejects.toThrow('Another process uses the data folder')
})

test('the write-ahead log does not grow without limit', async () => {
  const folder = await dataFolder('growing')
  const database = await openDatabase({ DATA_DIR: folder, DATABASE_POOL: 2 }, fail)
  onTestFinished(() => database.close())
  const segments = async () =>
    (await readdir(path.join(folder, 'database/pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name))
  await sql`create table notes (text text)`.execute(database.queries)
  for (let segment = 0; segment < 15; segment += 1) {
    await sql`insert into notes values ('a')`.execute(database.queries)
    await sql`select pg_switch_wal()`.execute(database.queries)
  }
  expect((await segments()).length).toBeLessThan(10)
})

test.runIf(hasSmallDisks)(
  'a database that stopped because its WAL could not be written is reopened automatically',
  async () => {
    const disk = mountSmallDisk(200)
    onTestFinished(() => disk.remove())
    const folder = path.join(disk.folder, 'database')
    await cp(intact, folder, { recursive: true })
    const errors: string[] = []
    const database = await startEmbeddedDatabase(folder, {
      onError: ({ message }) => errors.push(message),
      onStorage: () => {},
      onWalGrowth: () => {},
    })
    const connect = async () => {
      const client = new Client({ host: database.host, user: 'postgres', database: 'postgres' })
      client.on('error', () => {})
      await client.connect()
      return client
    }
    const client = await connect()
    await client.query('create table notes (text text)')
    await client.query("insert into notes values ('kept')")
    disk.fill()
    // The reserve is used up too.
    await truncate(`${folder}-reserve`, 0)
    disk.fill()
    const write = client.query('select pg_switch_wal()').then(() => client.query("insert into notes values ('lost')"))
    await expect(write).rejects.toThrow('Connection terminated')
    await until(async () => errors.length >= 2)
    expect(errors[0]).toMatch(/^The embedded database stopped \(.*No space left on device\)\. It is opened again\.$/)
    expect(errors[1]).toMatch(/^The disk of .* is full/)

    disk.empty()
    const reopened = await until(() => connect().catch(() => null))
    expect((await reopened.query('select text from notes')).rows).toEqual([{ text: 'kept' }])
    await reopened.query("insert into notes values ('new')")
    await reopened.end()
    await database.close()
  },
)
