import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

// Planned once a connection: PostgreSQL took a plan for the values at hand to be a little cheaper, and planned the
// statements in these functions for every message anew, which took longer than running them.
const functions = [
  'settle_chat(uuid, uuid, integer, uuid, uuid, timestamptz)',
  'search_words(uuid, text)',
  'search_numbers(uuid, text)',
]

export const plansOfFunctions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of functions) {
      await sql`alter function ${sql.raw(name)} set plan_cache_mode = force_generic_plan`.execute(db)
    }
  },
}
