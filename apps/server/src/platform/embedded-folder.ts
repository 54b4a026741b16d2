import { readdir } from 'node:fs/promises'
import { OperatorError, RESTORE } from './operator-error.ts'

/** The file that PostgreSQL has in every data folder. PGlite takes a folder without it for a new one. */
const MARKER = 'PG_VERSION'

/**
 * Whether there is an embedded database in the folder; false for a folder that is missing or empty.
 * @throws {OperatorError} if files of the database are missing: a new one must not replace what is left of it
 */
export async function hasEmbeddedDatabase(folder: string): Promise<boolean> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (files.length > 0 && !files.includes(MARKER)) {
    throw new OperatorError(`The embedded database in ${folder} is damaged: its file ${MARKER} is missing. ${RESTORE}`)
  }
  return files.length > 0
}
