// The schema, as SQL. A migration that has been released never changes: append another. A function is applied again
// whenever its file changes, so it must also suit the version before during an upgrade.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type { DeliveryId, ImportedValues } from './column-types.ts'
export type { DB as Tables } from './tables.ts'

/** Each file's SQL by its name without the extension. */
function readSql(folder: string): Readonly<Record<string, string>> {
  const directory = path.join(import.meta.dirname, folder)
  const files = readdirSync(directory).toSorted()
  return Object.fromEntries(
    files.map((file) => [path.basename(file, '.sql'), readFileSync(path.join(directory, file), 'utf8')]),
  )
}

export const schema = { migrations: readSql('migrations'), functions: readSql('functions') }
