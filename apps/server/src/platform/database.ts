import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'
import { callbackify } from 'node:util'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { Client, DatabaseError, Pool, types } from 'pg'
import type { PoolClient } from 'pg'
import type { Tables } from '../../database/index.ts'
import { connectionFault, isUnanswered } from './database-fault.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'
import { createPreparing } from './prepared-statements.ts'
import { onStatementError } from './statement-errors.ts'
import { DISK_FULL, isStorageFull } from './storage-watch.ts'
import { CommitInDoubt, NoConnection, pipelined, PipeliningDialect } from './transactions.ts'

/** A connection, or a transaction. Columns are in camelCase here and in the rows of every statement, raw ones too. */
export type Queries = Kysely<Tables>

export type Database = {
  queries: Queries
  /**
   * Everything inside commits or nothing does. Hand `trx` to every store that takes part. Statements in a `Promise.all` share a
   * round trip, and run in this order.
   * @throws {NoConnection | CommitInDoubt}
   */
  transaction<Result>(work: (trx: Queries) => Promise<Result>): Promise<Result>
  /**
   * A single statement, which commits by itself: a transaction takes a round trip more.
   * @throws {NoConnection | CommitInDoubt}
   */
  statement<Result>(run: (db: Queries) => Promise<Result>): Promise<Result>
  /** Resolves when the transactions and statements that are in progress now have ended. */
  settled(): Promise<unknown>
  /**
   * Work on the schema, by one process at a time: others wait here. The statements of `db` have no time limit.
   * @throws {DatabaseFault} without a connection, or when another process takes too long
   */
  alone<Result>(work: (db: Queries) => Promise<Result>): Promise<Result>
  /** Statements of a library that brings its own SQL. */
  pool: Pool
  close(): Promise<void>
}

export type DatabaseOptions = {
  DATABASE_URL?: string | undefined
  DATABASE_POOL: number
  DATA_DIR: string
  /** For each statement on a PostgreSQL server; 0 for none. */
  statementTimeoutMs?: number
}

// The driver would make a string of each count.
types.setTypeParser(types.builtins.INT8, Number)

const CONNECTION_TIMEOUT_MS = 10_000
/** PostgreSQL cancels a statement that takes longer. It also bounds how long an idle transaction can hold its locks. */
const STATEMENT_TIMEOUT_MS = 30_000
/** A connection that doesn't even cancel is abandoned after this multiple. */
const HANGS_AFTER = 1.2

/** Any number, the same in all versions. */
const LOCK_KEY = 6_170_914
const LOCK_TIMEOUT_MS = 30_000

// Keys inside JSON values are kept.
const PLUGINS = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]

/** PostgreSQL's code for writing in a read-only transaction. */
const READ_ONLY = '25006'

/** Called when the disk is full, with a check that throws while it is. */
type OnStorageFull = (check: () => Promise<unknown>) => void

/** Opens PostgreSQL, or the embedded database in the data folder if no address is given. */
export async function openDatabase(
  options: DatabaseOptions,
  onError: (error: Error) => void,
  onStorageFull: OnStorageFull = () => {},
): Promise<Database> {
  const noteFull = () => onStorageFull(checkStorage)
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
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
          ...(statementTimeoutMs > 0 && {
            statement_timeout: statementTimeoutMs,
            idle_in_transaction_session_timeout: statementTimeoutMs,
            query_timeout: statementTimeoutMs * HANGS_AFTER,
          }),
        },
  )
  const prepareMarked = createPreparing()
  const hanging = new WeakSet<PoolClient>()
  pool.on('connect', (client) => {
    // The pool speaks of idle connections only: one that is lost while it is in use would end the process.
    client.on('error', onError)
    if (embedded) queueStatements(client)
    prepareMarked(client)
    onStatementError(client, (error) => {
      if (embedded && error.code === READ_ONLY) error.code = DISK_FULL
      if (isStorageFull(error)) noteFull()
      if (isUnanswered(error)) hanging.add(client)
    })
  })
  pool.on('error', onError)
  const inTransaction = guardPool(pool, hanging, embedded ? prepareEmbedded(embedded) : null)
  const dialect = new PipeliningDialect({ pool })
  const queries = new Kysely<Tables>({ dialect, plugins: PLUGINS })

  /** On PostgreSQL, writes a megabyte that is discarded immediately. */
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
      if (isInDoubt(error)) throw new CommitInDoubt({ cause: error })
      throw isUnanswered(error) ? new NoConnection({ cause: error }) : error
    }
  }

  const inProgress = new Set<Promise<unknown>>()

  function watched<Result>(work: Promise<Result>): Promise<Result> {
    inProgress.add(work)
    const end = () => inProgress.delete(work)
    work.then(end, end)
    return work
  }

  return {
    queries,
    pool,
    settled: () => Promise.allSettled(inProgress),
    transaction(work) {
      let isDone = false
      return watched(
        within(
          (run) => queries.transaction().execute((trx) => pipelined(trx, dialect, run)),
          async (trx) => {
            const result = await work(trx)
            isDone = true
            return result
          },
          () => isDone,
        ),
      )
    },
    statement: (run) =>
      watched(
        within(
          (work) => queries.connection().execute(work),
          run,
          // A statement that PostgreSQL rejects has no effect.
          (error) => !(error instanceof DatabaseError),
        ),
      ),
    alone: (work) => (options.DATABASE_URL ? withLock(options.DATABASE_URL, onError, work) : work(queries)),
    async close() {
      isClosing = true
      await queries.destroy()
      // Kysely does not end a pool that it has not used.
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

/** Lets a client that does not pipeline be given statements in a row. A callback's statement is not waited for. */
function queueStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  let last: Promise<unknown> = Promise.resolve()
  client.query = ((...parameters: unknown[]) => {
    const result = last.then(() => query(...parameters))
    last = result.catch(() => {})
    return result
  }) as typeof client.query
}

/** Uses its own connection, which holds the lock, so that it ends with the process, however that ends. */
async function withLock<Result>(
  connectionString: string,
  onError: (error: Error) => void,
  work: (db: Queries) => Promise<Result>,
) {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
  client.on('error', onError)
  try {
    await client.connect()
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await client.query('reset lock_timeout')
  } catch (error) {
    await client.end().catch(() => {})
    throw connectionFault(error, connectionString)
  }
  const pool = { connect: async () => Object.assign(client, { release() {} }), end: async () => {}, options: {} }
  try {
    return await work(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: PLUGINS }))
  } finally {
    await client.end().catch(onError)
  }
}

/**
 * With a pool of one, a caller that asks the pool inside a transaction would wait forever. Here it gets an error instead.
 * `prepare` runs before a client is handed out. A client on which PostgreSQL did not answer is replaced: it may be idle in
 * the pool before its socket is closed.
 */
function guardPool(pool: Pool, hanging: WeakSet<PoolClient>, prepare: ((client: PoolClient) => Promise<void>) | null) {
  const inTransaction = new AsyncLocalStorage<true>()
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>

  async function connectPrepared(): Promise<PoolClient> {
    const client = await connect()
    if (hanging.has(client)) {
      client.release(true)
      return connectPrepared()
    }
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
