import { CamelCasePlugin, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection } from 'kysely'
import type { Tables } from '../database/index.ts'
import type { Database } from '../src/platform/index.ts'

/** A database that runs nothing. It notes the statements that it gets, and answers each with the same rows. */
export function createRecordingDatabase(rows: readonly object[] = []) {
  const statements: CompiledQuery[] = []
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(statement: CompiledQuery) => {
      statements.push(statement)
      return { rows: rows as Row[] }
    },
    streamQuery: () => {
      throw new Error('Nothing is streamed.')
    },
  }
  const nothing = async () => {}
  const queries = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const database = {
    queries,
    transaction: (work) => queries.transaction().execute(work),
    statement: (run) => run(queries),
  } satisfies Partial<Database> as Pick<Database, 'queries' | 'transaction' | 'statement'> as Database
  return {
    database,
    /** Statements that were written as SQL, and not with the query builder. */
    raw: () => statements.filter(({ query }) => query.kind === 'RawNode').map(({ sql }) => sql),
    all: () => statements.map(({ sql }) => sql),
  }
}
