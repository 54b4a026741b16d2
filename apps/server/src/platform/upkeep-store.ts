import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** Tables that changed so much since they were last vacuumed or analyzed that PostgreSQL's autovacuum would do it, by its defaults. */
export async function tablesToVacuum(db: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select s.relname as name
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
      or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
    order by pg_relation_size(c.oid)`.execute(db)
  return rows.map(({ name }) => name)
}

/** Frees the space of dead rows, and updates the planner's statistics. */
export async function vacuum(db: Queries, table: string): Promise<void> {
  await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}
