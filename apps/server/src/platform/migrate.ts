import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import type { Queries } from './database.ts'
import { OPERATIONS_PAGE, OperatorError, RESTORE } from './operator-error.ts'

/**
 * Brings the schema up to date.
 * @throws {OperatorError} if a newer version has migrated the database, or its migrations have a gap
 */
export async function migrate(queries: Queries, migrations: Record<string, Migration>): Promise<void> {
  await refuseOtherMigrations(queries, Object.keys(migrations).toSorted())
  const migrator = new Migrator({ db: queries, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
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

/** None in a database that is new. */
async function appliedMigrations(queries: Queries): Promise<string[]> {
  const { rows: found } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(queries)
  if (found.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(queries)
  return rows.map(({ name }) => name)
}

/** Whether every migration has run; a newer version may have brought more. */
export async function isMigrated(queries: Queries, migrations: Record<string, Migration>): Promise<boolean> {
  const done = new Set(await appliedMigrations(queries))
  return Object.keys(migrations).every((name) => done.has(name))
}
