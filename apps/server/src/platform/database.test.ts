import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshDatabase } from '@partyline/driver'
import type { FreshDatabase } from '@partyline/driver'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { schema } from '../../database/index.ts'
import { startCuttableProxy } from '../../tests/cuttable-proxy.ts'
import type { CuttableProxy } from '../../tests/cuttable-proxy.ts'
import { isDatabaseAway } from './database-fault.ts'
import { openDatabase } from './database.ts'
import type { Database, Queries } from './database.ts'
import { isMigrated, migrate } from './migrate.ts'
import { PREPARED } from './prepared-statements.ts'
import { CommitInDoubt, NoConnection, THEN_COMMIT } from './transactions.ts'

let server: FreshDatabase
let folder: string
let database: Database
const fail = (error: Error): void => {
  throw error
}
const warnings: Error[] = []
process.on('warning', (warning) => warnings.push(warning))
const open = (onError = fail) => openDatabase({ DATABASE_URL: server.url, DATA_DIR: folder, DATABASE_POOL: 2 }, onError)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partyline-database-'))
  server = await freshDatabase()
  database = await open()
})
afterEach(async () => {
  await sql`drop table if exists scraps`.execute(database.queries)
})
afterAll(async () => {
  await database.close()
  await server.drop()
  await rm(folder, { recursive: true, force: true })
})

test('the schema is migrated once, and kept when the database is reopened', async () => {
  await migrate(database.queries, schema)
  await database.close()
  database = await open()
  expect(await isMigrated(database.queries, schema)).toBe(true)
  await migrate(database.queries, schema)
})

test('a query outside the transaction is refused inside one, instead of waiting forever', async () => {
  const attempt = database.transaction(async () => sql`select 1`.execute(database.queries))
  await expect(attempt).rejects.toThrow('Pass the transaction down')
})

test('a failed transaction is rolled back', async () => {
  await sql`create table scraps (text text)`.execute(database.queries)
  const attempt = database.transaction(async (trx) => {
    await sql`insert into scraps values ('kept?')`.execute(trx)
    throw new Error('no')
  })
  await expect(attempt).rejects.toThrow('no')
  const { rows } = await sql`select * from scraps`.execute(database.queries)
  expect(rows).toEqual([])
})

test.runIf(process.env['DATABASE_URL'])('a lost connection fails its transaction and no other query', async () => {
  const lost: Error[] = []
  const served = await open((error) => void lost.push(error))
  const attempt = served.transaction(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(trx)
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await vi.waitFor(() => expect(lost).not.toEqual([]), { timeout: 30_000 })
    await sql`select 1`.execute(trx)
  })
  await expect(attempt).rejects.toThrow('connection error')
  expect((await sql<{ one: number }>`select 1 one`.execute(served.queries)).rows).toEqual([{ one: 1 }])
  await served.close()
})

describe.runIf(process.env['DATABASE_URL'])('a PostgreSQL server', () => {
  const statementTimeoutMs = 1_000
  let lost: Error[]
  let proxy: CuttableProxy
  let impatient: Database
  beforeEach(async () => {
    lost = []
    const url = new URL(server.url ?? '')
    proxy = await startCuttableProxy(Number(url.port), url.hostname)
    url.host = `127.0.0.1:${proxy.port}`
    const place = { DATABASE_URL: url.href, DATA_DIR: folder, DATABASE_POOL: 2, statementTimeoutMs }
    impatient = await openDatabase(place, (error) => void lost.push(error))
    await sql`select 1`.execute(impatient.queries)
  })
  afterEach(async () => {
    proxy.open()
    await impatient.close()
    await proxy.close()
  })

  test('that hangs fails each statement, and its connections are replaced', async () => {
    proxy.freeze()
    const error: unknown = await sql`select 1`.execute(impatient.queries).catch((thrown: unknown) => thrown)
    expect(isDatabaseAway(error)).toBe(true)
    proxy.open()
    expect((await sql<{ one: number }>`select 1 one`.execute(impatient.queries)).rows).toEqual([{ one: 1 }])
  })

  test('that hangs in a transaction has done nothing, and leaves its last statement in doubt', async () => {
    const attempt = impatient.transaction(async (trx) => {
      await sql`select 1`.execute(trx)
      proxy.freeze()
      await sql`select 2`.execute(trx)
    })
    await expect(attempt).rejects.toThrow(NoConnection)
    proxy.open()
    const last = impatient.transaction(async (trx) => {
      await sql`select 1`.execute(trx)
      proxy.freeze()
      await sql`select 2 ${THEN_COMMIT}`.execute(trx)
    })
    await expect(last).rejects.toThrow(CommitInDoubt)
    proxy.open()
    const statement = impatient.statement(async (db) => {
      await sql`select 1`.execute(db)
      proxy.freeze()
      await sql`select 2`.execute(db)
    })
    await expect(statement).rejects.toThrow(CommitInDoubt)
  })

  test('cancels a slow statement, except for work on the schema', async () => {
    const error: unknown = await sql`select pg_sleep(60)`.execute(impatient.queries).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: '57014' })
    expect(isDatabaseAway(error)).toBe(true)
    const slow = (db: Queries) => sql`select pg_sleep(${(2 * statementTimeoutMs) / 1_000})`.execute(db)
    await expect(impatient.alone(slow)).resolves.toMatchObject({ rows: [{}] })
  })

  test('ends an idle transaction, which holds its locks no longer', async () => {
    const attempt = impatient.transaction(async (trx) => {
      await sql`select 1`.execute(trx)
      await vi.waitFor(() => expect(lost).not.toEqual([]), { timeout: 30_000 })
      await sql`select 2`.execute(trx)
    })
    await expect(attempt).rejects.toThrow('connection error')
  })
})

describe('statements of a transaction that do not wait for each other', () => {
  const add = (trx: Queries, value: number | null) => sql`insert into scraps values (${value})`.execute(trx)
  const count = async (db: Queries) => (await sql<{ count: number }>`select count(*) from scraps`.execute(db)).rows
  beforeEach(async () => {
    await sql`create table scraps (value integer not null)`.execute(database.queries)
  })

  test('run in order', async () => {
    const counts = await database.transaction((trx) =>
      Promise.all([count(trx), add(trx, 1), count(trx), add(trx, 2), count(trx)]),
    )
    expect(counts.filter(Array.isArray)).toEqual([[{ count: 0 }], [{ count: 1 }], [{ count: 2 }]])
    expect(warnings).toEqual([])
  })

  test('are not sent once the transaction has failed', async () => {
    let steps: Promise<unknown> = Promise.resolve()
    const attempt = database.transaction((trx) => {
      steps = count(trx).then(() => add(trx, 1))
      return Promise.all([steps, Promise.reject(new Error('Something else failed.'))])
    })
    const outcomes = await Promise.allSettled([attempt, attempt.catch(() => steps)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await count(database.queries)).toEqual([{ count: 0 }])
  })

  test('count together, or not at all', async () => {
    const attempt = database.transaction((trx) => Promise.all([add(trx, 1), add(trx, null), add(trx, 2)]))
    await expect(attempt).rejects.toThrow('null value')
    expect(await count(database.queries)).toEqual([{ count: 0 }])
  })
})

test('a failed commit throws CommitInDoubt', async () => {
  await sql`create table scraps (text text unique deferrable initially deferred)`.execute(database.queries)
  const attempt = database.transaction((trx) => sql`insert into scraps values ('a'), ('a')`.execute(trx))
  await expect(attempt).rejects.toThrow(CommitInDoubt)
})

test('NoConnection is thrown if the database is closed', async () => {
  await database.close()
  await expect(database.transaction(async () => {})).rejects.toThrow(NoConnection)
  await expect(database.statement((db) => sql`select 1`.execute(db))).rejects.toThrow(NoConnection)
  database = await open()
})

test('a transaction that cannot begin throws NoConnection, and not the error of its first statement', async () => {
  // Prepares the connection of the embedded database.
  await sql`select 1`.execute(database.queries)
  database.pool.once('acquire', (client) => {
    vi.spyOn(client, 'query').mockImplementation(() => fail(new Error('The connection broke.')))
  })
  await expect(database.transaction((trx) => sql`select 1`.execute(trx))).rejects.toThrow(NoConnection)
  vi.restoreAllMocks()
})

describe('a transaction whose last statement commits', () => {
  const add = (text: string | null) => (trx: Queries) =>
    sql`insert into scraps values (${text}) ${THEN_COMMIT}`.execute(trx)
  const kept = async () => (await sql<{ text: string }>`select text from scraps`.execute(database.queries)).rows
  beforeEach(async () => {
    await sql`create table scraps (text text not null unique deferrable initially deferred)`.execute(database.queries)
  })

  test('is one transaction', async () => {
    await database.transaction(async (trx) => {
      await sql`insert into scraps values ('first')`.execute(trx)
      await add('second')(trx)
    })
    expect(await kept()).toEqual([{ text: 'first' }, { text: 'second' }])
  })

  test('is rolled back if that statement fails', async () => {
    const attempt = database.transaction(async (trx) => {
      await sql`insert into scraps values ('first')`.execute(trx)
      await add(null)(trx)
    })
    await expect(attempt).rejects.toThrow('null value')
    expect(await kept()).toEqual([])
  })

  test('refuses another statement, and throws CommitInDoubt', async () => {
    const attempt = database.transaction(async (trx) => {
      await add('first')(trx)
      await sql`insert into scraps values ('second')`.execute(trx)
    })
    await expect(attempt).rejects.toThrow(CommitInDoubt)
    expect(await kept()).toEqual([{ text: 'first' }])
  })

  test('throws CommitInDoubt if the commit fails, or nothing answers', async () => {
    await add('first')(database.queries)
    await expect(database.transaction(add('first'))).rejects.toThrow(CommitInDoubt)
    let client: PoolClient | undefined
    database.pool.once('acquire', (acquired) => (client = acquired))
    const unanswered = database.transaction(async (trx) => {
      await sql`select 1`.execute(trx)
      if (client) vi.spyOn(client, 'query').mockImplementation(() => fail(new Error('The connection broke.')))
      await add('second')(trx)
    })
    await expect(unanswered).rejects.toThrow(CommitInDoubt)
    vi.restoreAllMocks()
    await client?.query('rollback')
    expect(await kept()).toEqual([{ text: 'first' }])
  })
})

test('a statement outside a transaction is atomic, and a missing response throws CommitInDoubt', async () => {
  await sql`create table scraps (text text not null)`.execute(database.queries)
  await database.statement((db) => sql`insert into scraps values ('kept')`.execute(db))
  const refused = database.statement((db) => sql`insert into scraps values ('lost'), (null)`.execute(db))
  await expect(refused).rejects.toThrow('null value')
  const { rows } = await sql`select text from scraps`.execute(database.queries)
  expect(rows).toEqual([{ text: 'kept' }])
  const unanswered = database.statement(async () => fail(new Error('The connection broke.')))
  await expect(unanswered).rejects.toThrow(CommitInDoubt)
})

test('prepared statements work after failed statements, which close their connections', async () => {
  const prepared = () => sql<{ one: number }>`${PREPARED} select 1 one`.execute(database.queries)
  await prepared()
  for (let times = 0; times < 5; times += 1)
    await expect(database.pool.query('select nothing')).rejects.toThrow('nothing')
  expect((await prepared()).rows).toEqual([{ one: 1 }])
})
