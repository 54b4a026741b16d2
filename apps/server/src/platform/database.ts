import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'
import { callbackify } from 'node:util'
import { CamelCasePlugin, Kysely, sql } from 'kysely'
import { Client, DatabaseError, Pool, types } from 'pg'
import type { PoolClient } from 'pg'
import type { Tables } from '../../database/index.ts'
import { connectionFault } from './database-fault.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'
import { createPreparing } from './prepared-statements.ts'
import { onStatementError } from './statement-errors.ts'
import { DISK_FULL, isStorageFull } from './storage-watch.ts'
import { CommitInDoubt, NoConnection, PipeliningDialect } from './transactions.ts'

/** A connection, or a transaction. Columns are in camelCase here and in the rows of every statement, raw ones too. */
export type Queries = Kysely<Tables>

export type Database = {
  queries: Queries
  /**
   * Everything inside commits or nothing does. Hand `trx` to every store that takes part.
   * @throws {NoConnection | CommitInDoubt}
   */
  transaction<Result>(work: (trx: Queries) => Promise<Result>): Promise<Result>
  /**
   * A single statement, which commits by itself: a transaction takes a round trip more.
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

export type DatabaseOptions = { DATABASE_URL?: string | undefined; DATABASE_POOL: number; DATA_DIR: string }

// The driver would make a string of each count.
types.setTypeParser(types.builtins.INT8, Number)

const CONNECTION_TIMEOUT_MS = 10_000

/** Any number, the same in all versions. */
const LOCK_KEY = 6_170_914
const LOCK_TIMEOUT_MS = 30_000

/** PostgreSQL's code for writing in a read-only transaction. */
const READ_ONLY = '25006'

/** Told when the disk is full, with a check that throws for as long as it is. */
type OnStorageFull = (check: () => Promise<unknown>) => void

/** Opens PostgreSQL, or the embedded database in the data folder where no address is given. */
export async function openDatabase(
  options: DatabaseOptions,
  onError: (error: Error) => void,
  onStorageFull: OnStorageFull = () => {},
): Promise<Database> {
  const noteFull = () => onStorageFull(checkStorage)
  let isClosing = false
  const embedded = options.DATABASE_URL
    ? null
    : await startEmbeddedDatabase(path.resolve(options.DATA_DIR, 'database'), {
        onError,
        onStorage: (isFull) => isFull && noteFull(),
        onWalGrowth: () => {
          if (!isClosing) void sql`checkpoint`.execute(queries).catch(onError)
        },
      })
  const pool = new Pool(
    embedded
      ? // One connection: the embedded database works on one statement at a time anyway.
        { host: embedded.host, user: 'postgres', database: 'postgres', max: 1, connectionTimeoutMillis: 0 }
      : {
          connectionString: options.DATABASE_URL,
          max: options.DATABASE_POOL,
          pipeline: true,
          connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
        },
  )
  const prepareMarked = createPreparing()
  pool.on('connect', (client) => {
    // The pool speaks of idle connections only: one that is lost while it is in use would end the process.
    client.on('error', onError)
    prepareMarked(client)
    onStatementError(client, (error) => {
      if (embedded && error.code === READ_ONLY) error.code = DISK_FULL
      if (isStorageFull(error)) noteFull()
    })
  })
  pool.on('error', onError)
  const inTransaction = guardPool(pool, embedded ? prepareEmbedded(embedded) : null)
  const queries = new Kysely<Tables>({
    dialect: new PipeliningDialect({ pool }),
    // Keys inside JSON values are kept.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

  /** On PostgreSQL a megabyte is written, which is gone at once. */
  async function checkStorage() {
    if (embedded?.isFull()) throw Object.assign(new Error('The disk is full.'), { code: DISK_FULL })
    if (embedded) return
    await sql`create temporary table storage_check on commit drop as select generate_series(1, 30000)`.execute(queries)
  }

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
      if (error instanceof NoConnection || error instanceof CommitInDoubt) throw error
      if (!isBegun) throw new NoConnection({ cause: error })
      throw isInDoubt(error) ? new CommitInDoubt({ cause: error }) : error
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
        // A statement that PostgreSQL rejects has no effect.
        (error) => !(error instanceof DatabaseError),
      ),
    alone: (work) => (options.DATABASE_URL ? withLock(options.DATABASE_URL, onError, work) : work()),
    async close() {
      isClosing = true
      await queries.destroy()
      // Kysely leaves a pool alone that it has not used.
      if (!pool.ended) await pool.end()
      await embedded?.close()
    },
  }
}

/**
 * Prepares connections to PGlite, which are one session there: a new one finds nothing of those before it, and on a full
 * disk it writes nothing.
 */
function prepareEmbedded({ isFull }: Pick<EmbeddedDatabase, 'isFull'>) {
  const isReadOnly = new WeakMap<PoolClient, boolean>()
  return async (client: PoolClient) => {
    if (!isReadOnly.has(client)) await client.query('discard all')
    const wanted = isFull()
    if ((isReadOnly.get(client) ?? false) !== wanted) {
      await client.query(`set default_transaction_read_only = ${wanted ? 'on' : 'off'}`)
    }
    isReadOnly.set(client, wanted)
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

/**
 * With a pool of one, a caller that asks the pool inside a transaction would wait forever. Here it gets an error instead.
 * `prepare` runs before a client is handed out.
 */
function guardPool(pool: Pool, prepare: ((client: PoolClient) => Promise<void>) | null) {
  const inTransaction = new AsyncLocalStorage<true>()
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>

  async function connectPrepared(): Promise<PoolClient> {
    const client = await connect()
    try {
      await prepare?.(client)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  const connectForCallback = callbackify(connectPrepared)
  pool.connect = ((callback?: (error?: Error, client?: PoolClient) => void) => {
    if (inTransaction.getStore()) throw new Error('The pool was asked inside a transaction. Pass the transaction down.')
    if (!callback) return connectPrepared()
    connectForCallback((error, client) => callback(error ?? undefined, client))
    return undefined
  }) as typeof pool.connect
  return inTransaction
}
