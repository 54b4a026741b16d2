import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import type { Queries } from './database.ts'

/** Brings the schema up to date. Processes that start together wait for each other (Kysely locks). */
export async function migrate(queries: Queries, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db: queries, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Whether every migration has run; a newer version may have brought more. */
export async function isMigrated(queries: Queries, migrations: Record<string, Migration>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(queries)
  const done = new Set(rows.map(({ name }) => name))
  return Object.keys(migrations).every((name) => done.has(name))
}
