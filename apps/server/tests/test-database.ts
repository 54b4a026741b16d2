import { openDatabase } from '../src/platform/index.ts'
import type { Database } from '../src/platform/index.ts'
import { makeTestPlace } from './test-place.ts'

export type TestDatabase = Database & {
  /** For files. It goes when the database is closed. */
  folder: string
}

type Options = {
  pool?: number
  /** Stands between it and PostgreSQL. */
  throughProxy?: (databaseUrl: string | undefined) => string | undefined
}

/** A database without a row: a new one on the PostgreSQL of `DATABASE_URL`, or else the embedded one. */
export async function openTestDatabase({ pool = 2, throughProxy = (url) => url }: Options = {}): Promise<TestDatabase> {
  const place = await makeTestPlace()
  // Some tests fill whole tables in one statement.
  const options = {
    DATABASE_URL: throughProxy(place.databaseUrl),
    DATA_DIR: place.dataDir,
    DATABASE_POOL: pool,
    statementTimeoutMs: 0,
  }
  const database = await openDatabase(options, (error) => {
    throw error
  })
  return {
    ...database,
    folder: place.dataDir,
    async close() {
      await database.close()
      await place.remove()
    },
  }
}
