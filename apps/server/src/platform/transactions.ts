import { DummyDriver, isAbortedTransactionError, Kysely, PostgresDialect, PostgresDriver, sql } from 'kysely'
import type { DatabaseConnection, PostgresDialectConfig, TransactionSettings } from 'kysely'

/** Nothing was done, because there was no connection, or PostgreSQL did not answer on it. */
export class NoConnection extends Error {
  constructor(options?: ErrorOptions) {
    super('There is no connection to the database.', options)
  }
}

/** The commit failed or was not answered, so it is unknown whether the transaction took effect. */
export class CommitInDoubt extends Error {
  constructor(options?: ErrorOptions) {
    super('A commit failed.', options)
  }
}

const MARK = '/* then commit */'

/** Ends the last statement of a transaction: its COMMIT is sent right behind it, which saves a round trip. */
export const THEN_COMMIT = sql.raw(MARK)

/**
 * Kysely sends the statements of a transaction one by one. Through the `trx` that `work` gets, those that are not awaited one
 * by one are sent in a row and share a round trip. None is sent once `work` has ended: after a rollback, it would commit by
 * itself.
 */
export function pipelined<Tables, Result>(
  trx: Kysely<Tables>,
  dialect: PostgresDialect,
  work: (trx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const queued = trx.getExecutor()
  return queued.provideConnection((connection) => {
    let isOver = false
    const executor = queued.withConnectionProvider({
      async provideConnection(consume) {
        if (isOver) throw new Error('The transaction is over.')
        return consume(connection)
      },
    })
    const db = new Kysely<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
    return work(db).finally(() => {
      isOver = true
    })
  })
}

/** The outcomes of BEGIN and, once it was sent with the last statement, of COMMIT. */
type Transaction = { begun: Promise<void>; committed: Promise<void> | null }

/**
 * Kysely's dialect, without round trips of their own for a BEGIN and, with {@link THEN_COMMIT}, for a COMMIT. A connection that
 * does not pipeline sends the same statements, one after the other.
 */
export class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new PipeliningDriver(this.#config)
  }
}

class PipeliningDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()
  /** Those under way. */
  readonly #transactions = new WeakMap<DatabaseConnection, Transaction>()

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const connection = await super.acquireConnection(...options)
    if (!this.#known.has(connection)) this.#watch(connection)
    this.#known.add(connection)
    return connection
  }

  #watch(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <Row>(query: Parameters<typeof execute>[0]) => {
      const transaction = this.#transactions.get(connection)
      if (transaction?.committed) throw new Error('The last statement of the transaction was sent before.')
      const result = execute<Row>(query)
      if (transaction && query.sql.endsWith(MARK)) transaction.committed = quietly(super.commitTransaction(connection))
      return result
    }
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings).catch((cause: unknown) => {
      throw new NoConnection({ cause })
    })
    // Nothing waits for it, because the first statement would fail for the same reason.
    this.#transactions.set(connection, { begun: quietly(begun), committed: null })
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const transaction = this.#end(connection)
    await transaction?.begun
    await (transaction?.committed ?? super.commitTransaction(connection))
  }

  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    const transaction = this.#end(connection)
    await transaction?.begun
    // A connection that is lost has rolled back. The error to report is the one before.
    if (!transaction?.committed) return super.rollbackTransaction(connection).catch(() => {})
    // If the last statement failed, PostgreSQL has rolled back. Otherwise, or without an answer, the transaction may count.
    const cause: unknown = await transaction.committed.catch((error: unknown) => error)
    if (!isAbortedTransactionError(cause)) throw new CommitInDoubt({ cause })
  }

  #end(connection: DatabaseConnection): Transaction | undefined {
    const transaction = this.#transactions.get(connection)
    this.#transactions.delete(connection)
    return transaction
  }
}

/** Leaves the error to callers that await it, if any. */
function quietly(promise: Promise<void>): Promise<void> {
  promise.catch(() => {})
  return promise
}
