import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshDatabase } from '@partyline/driver'
import { migrations } from '../src/migrations/index.ts'
import { migrate, openDatabase } from '../src/platform/index.ts'
import type { Database } from '../src/platform/index.ts'

export type TestDatabase = Database & {
  /** For files. It goes when the database is closed. */
  folder: string
}

/** A database without a row: a new one on the PostgreSQL of `DATABASE_URL`, or else the embedded one. */
export async function openTestDatabase({ pool = 2 } = {}): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-database-'))
  const server = await freshDatabase()
  const database = await openDatabase({ DATABASE_URL: server.url, DATA_DIR: folder, DATABASE_POOL: pool }, (error) => {
    throw error
  })
  await migrate(database.queries, migrations)
  return {
    ...database,
    folder,
    async close() {
      await database.close()
      await server.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
