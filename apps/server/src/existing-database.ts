import { stat } from 'node:fs/promises'
import path from 'node:path'
import { schema } from '../database/index.ts'
import {
  databaseFault,
  FolderInUse,
  hasEmbeddedDatabase,
  isMigrated,
  openDatabase,
  OperatorError,
} from './platform/index.ts'
import type { Config, Database } from './platform/index.ts'

type Options = Partial<Pick<Config, 'DATABASE_URL'>> & Pick<Config, 'DATABASE_POOL' | 'DATA_DIR'>

/** Instructions to the operator of a command. */
type Advice = {
  ifMissing: string
  /** The full error text if a running server holds the embedded database. */
  ifInUse: string
}

/**
 * Opens the database for a command. Neither creates one, nor changes one of another version.
 * @throws {OperatorError}
 */
export async function openExisting(options: Options, advice: Advice): Promise<Database> {
  const folder = path.resolve(options.DATA_DIR, 'database')
  if (!options.DATABASE_URL) await refuseForeignFolder(folder)
  if (!options.DATABASE_URL && !(await hasEmbeddedDatabase(folder))) {
    throw new OperatorError(`There is no database in ${folder}. ${advice.ifMissing}`)
  }
  const database = await openDatabase(options, () => {}).catch((cause: unknown) => {
    if (!(cause instanceof FolderInUse)) throw cause
    throw new OperatorError(advice.ifInUse, { cause })
  })
  try {
    if (await isMigrated(database.queries, schema)) return database
    throw new OperatorError('The server of this version has not migrated the database yet. Start it first.')
  } catch (error) {
    await database.close()
    throw databaseFault(error, options.DATABASE_URL) ?? error
  }
}

/** Files that root writes there would prevent the server from starting. */
async function refuseForeignFolder(folder: string) {
  const owner = await stat(folder).then(
    ({ uid }) => uid,
    () => null,
  )
  if (process.getuid?.() !== 0 || owner === null || owner === 0) return
  throw new OperatorError(`${folder} belongs to the user of the server. Name this user: --user partyline`)
}
