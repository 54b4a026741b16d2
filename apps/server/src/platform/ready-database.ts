import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { DatabaseFault, databaseFault } from './database-fault.ts'
import { openDatabase } from './database.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './migrate.ts'
import { retryDelayMs } from './retry-delay.ts'
import type { StorageWatch } from './storage-watch.ts'

type Parts = {
  options: DatabaseOptions
  schema: Schema
  log: FastifyBaseLogger
  storage: Pick<StorageWatch, 'noteFull'>
}

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

async function openAndMigrate({ options, schema, log, storage }: Parts): Promise<Database> {
  const database = await openDatabase(
    options,
    (error) => log.error({ err: error }, 'database connection lost'),
    (check) => storage.noteFull('database', check),
  )
  try {
    await database.alone((db) => migrate(db, schema))
    return database
  } catch (error) {
    await database.close()
    throw databaseFault(error, options.DATABASE_URL) ?? error
  }
}
