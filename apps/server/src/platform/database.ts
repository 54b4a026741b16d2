import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, DatabaseError, Pool, types } from 'pg'
import type { PoolClient } from 'pg'
import { connectionFault } from './database-fault.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { createPreparing } from './prepared-statements.ts'

/** A connection, or a transaction. A store names its own tables: `db.withTables<ChatTables>()`. */
export type Queries = Kysely<{}>

export type Database = {
  queries: Queries
  /**
   * Everything inside commits or nothing does. Hand `trx` to every store that takes part.
   * @throws {NoConnection | CommitInDoubt}
   */
  transaction<Result>(work: (trx: Queries) => Promise<Result>): Promise<Result>
  /**
   * A single statement, which commits by itself: a transaction takes two round trips more.
   * @throws {NoConnection | CommitInDoubt}
   */
  statement<Result>(run: (db: Queries) => Promise<Result>): Promise<Result>
  /**
   * Work on the schema, by one process at a time: others wait here.
   * @throws {DatabaseFault} without a connection, or when another process takes too long
   */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  /** Statements of a library that brings its own SQL. */
  pool: Pool
  close(): Promise<void>
}

/** Nothing was begun, because no connection was to be had. */
export class NoConnection extends Error {}

/** Everything was done, and then the commit failed or was not answered: nobody knows whether it counts. */
export class CommitInDoubt extends Error {}

export type DatabaseOptions = { DATABASE_URL?: string | undefined; DATABASE_POOL: number; DATA_DIR: string }

// The driver would make a string of each count.
types.setTypeParser(types.builtins.INT8, Number)

const CONNECTION_TIMEOUT_MS = 10_000

/** Any number, the same in all versions. */
const LOCK_KEY = 6_170_914
const LOCK_TIMEOUT_MS = 30_000

/** Opens PostgreSQL, or the embedded database in the data folder where no address is given. */
export async function openDatabase(options: DatabaseOptions, onError: (error: Error) => void): Promise<Database> {
  const embedded = options.DATABASE_URL ? null : await startEmbeddedDatabase(path.resolve(options.DATA_DIR, 'database'))
  const pool = new Pool(
    embedded
      ? // One connection: the embedded database works on one statement at a time anyway.
        { host: embedded.host, user: 'postgres', database: 'postgres', max: 1, connectionTimeoutMillis: 0 }
      : {
          connectionString: options.DATABASE_URL,
          max: options.DATABASE_POOL,
          connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
        },
  )
  const prepareMarked = createPreparing()
  pool.on('connect', (client) => {
    // The pool speaks of idle connections only: one that is lost while it is in use would end the process.
    client.on('error', onError)
    prepareMarked(client)
  })
  pool.on('error', onError)
  const inTransaction = guardPool(pool)
  const queries = new Kysely<{}>({ dialect: new PostgresDialect({ pool }) })

  async function within<Result>(
    begin: (work: (db: Queries) => Promise<Result>) => Promise<Result>,
    work: (db: Queries) => Promise<Result>,
    isInDoubt: (error: unknown) => boolean,
  ): Promise<Result> {
    let isBegun = false
    try {
      return await begin((db) => {
        isBegun = true
        return inTransaction.run(true, () => work(db))
      })
    } catch (error) {
      if (!isBegun) throw new NoConnection('There is no connection to the database.', { cause: error })
      throw isInDoubt(error) ? new CommitInDoubt('A commit failed.', { cause: error }) : error
    }
  }

  return {
    queries,
    pool,
    transaction(work) {
      let isDone = false
      return within(
        (run) => queries.transaction().execute(run),
        async (trx) => {
          const result = await work(trx)
          isDone = true
          return result
        },
        () => isDone,
      )
    },
    statement: (run) =>
      within(
        (work) => queries.connection().execute(work),
        run,
        // What PostgreSQL refuses is not done.
        (error) => !(error instanceof DatabaseError),
      ),
    alone: (work) => (options.DATABASE_URL ? withLock(options.DATABASE_URL, onError, work) : work()),
    async close() {
      await queries.destroy()
      await embedded?.close()
    },
  }
}

/** A connection of its own holds the lock: it ends with the process, however that ends. */
async function withLock<Result>(
  connectionString: string,
  onError: (error: Error) => void,
  work: () => Promise<Result>,
) {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
  client.on('error', onError)
  try {
    await client.connect()
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
  } catch (error) {
    await client.end().catch(() => {})
    throw connectionFault(error, connectionString)
  }
  try {
    return await work()
  } finally {
    await client.end().catch(onError)
  }
}

/** With a pool of one, whoever asks the pool inside a transaction waits for ever. Here they are told instead. */
function guardPool(pool: Pool) {
  const inTransaction = new AsyncLocalStorage<true>()
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => Promise<PoolClient>
  pool.connect = ((...parameters: unknown[]) => {
    if (inTransaction.getStore()) throw new Error('The pool was asked inside a transaction. Pass the transaction down.')
    return connect(...parameters)
  }) as typeof pool.connect
  return inTransaction
}
