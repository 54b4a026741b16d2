import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Queries } from './database.ts'
import { OPERATIONS_PAGE, OperatorError, RESTORE } from './operator-error.ts'

/** SQL by name. Migrations run once, in the order of their names; functions are applied again when their SQL changes. */
export type Schema = { migrations: Readonly<Record<string, string>>; functions: Readonly<Record<string, string>> }

/** Tables with the applied migrations and functions, and the migrations' lock. */
export const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock', 'applied_functions']

/**
 * Brings the schema up to date.
 * @throws {OperatorError} if a newer version has migrated the database, or its migrations have a gap
 */
export async function migrate(queries: Queries, { migrations, functions }: Schema): Promise<void> {
  await refuseOtherMigrations(queries, Object.keys(migrations).toSorted())
  const statements = Object.entries(migrations).map(
    ([name, text]) => [name, { up: async (db: Queries) => void (await sql.raw(text).execute(db)) }] as const,
  )
  const provider = { getMigrations: async () => Object.fromEntries(statements) }
  const { error } = await new Migrator({ db: queries, provider }).migrateToLatest()
  if (error) throw error
  await queries.transaction().execute((trx) => applyFunctions(trx, functions))
}

async function applyFunctions(trx: Queries, functions: Schema['functions']) {
  const applied = await appliedFunctions(trx)
  for (const [name, text] of Object.entries(functions)) {
    const hash = createHash('sha256').update(text).digest()
    if (applied.get(name)?.equals(hash)) continue
    await sql.raw(text).execute(trx)
    await trx
      .insertInto('appliedFunctions')
      .values({ name, hash })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ hash }))
      .execute()
  }
}

async function appliedFunctions(queries: Queries): Promise<Map<string, Buffer>> {
  const rows = await queries.selectFrom('appliedFunctions').select(['name', 'hash']).execute()
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

async function refuseOtherMigrations(queries: Queries, names: readonly string[]) {
  const applied = await appliedMigrations(queries)
  const newer = applied.filter((name) => !names.includes(name))
  if (newer.length > 0) {
    throw new OperatorError(
      `A newer version of Partyline has migrated the database (${newer.join(', ')}). Start that version, or restore the backup from before the upgrade: see “Upgrades” in ${OPERATIONS_PAGE}.`,
    )
  }
  const missing = names.slice(0, applied.length).filter((name) => !applied.includes(name))
  if (missing.length > 0) {
    throw new OperatorError(`The database is damaged: it lacks the migration ${missing.join(', ')}. ${RESTORE}`)
  }
}

/** None in a new database. */
async function appliedMigrations(queries: Queries): Promise<string[]> {
  const { rows: found } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(queries)
  if (found.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(queries)
  return rows.map(({ name }) => name)
}

/** Whether the database has every migration and function. A newer version may have added some and replaced functions. */
export async function isMigrated(queries: Queries, { migrations, functions }: Schema): Promise<boolean> {
  const applied = new Set(await appliedMigrations(queries))
  if (!Object.keys(migrations).every((name) => applied.has(name))) return false
  const names = await appliedFunctions(queries)
  return Object.keys(functions).every((name) => names.has(name))
}
