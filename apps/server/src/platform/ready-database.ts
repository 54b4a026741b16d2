import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Migration } from 'kysely/migration'
import { DatabaseFault, databaseFault } from './database-fault.ts'
import { openDatabase } from './database.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { migrate } from './migrate.ts'

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 10_000

type Parts = { options: DatabaseOptions; migrations: Record<string, Migration>; log: FastifyBaseLogger }

/**
 * The database with all its tables. One that cannot be reached yet is waited for: servers and their database often start
 * together.
 * @throws {OperatorError} for what waiting does not help against
 */
export async function openReadyDatabase(parts: Parts): Promise<Database> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await openAndMigrate(parts)
    } catch (error) {
      if (!(error instanceof DatabaseFault) || !error.isPassing) throw error
      const retryInMs = retryDelayMs(attempt)
      parts.log.warn({ reason: error.message, retryInMs }, 'waiting for the database')
      await wait(retryInMs)
    }
  }
}

/** Doubles with each attempt, up to a limit. */
export function retryDelayMs(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** attempt, MAX_RETRY_MS)
}

async function openAndMigrate({ options, migrations, log }: Parts): Promise<Database> {
  const database = await openDatabase(options, (error) => log.error({ err: error }, 'database connection lost'))
  try {
    await database.alone(() => migrate(database.queries, migrations))
    return database
  } catch (error) {
    await database.close()
    throw databaseFault(error, options.DATABASE_URL) ?? error
  }
}
