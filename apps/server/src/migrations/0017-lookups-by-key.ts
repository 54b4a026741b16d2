import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Everything in it is found by its key. PostgreSQL takes any list in JSON for a hundred rows, and planned to read whole
  // tables for them up to a few thousand rows: the keys of all requests, and all contacts once for each chat.
  sql`alter function hold_for_messages(uuid, uuid[], json) set enable_seqscan = off`,
  sql`alter function hold_for_messages(uuid, uuid[], json) set enable_hashjoin = off`,
  sql`alter function hold_for_messages(uuid, uuid[], json) set enable_mergejoin = off`,
]

export const lookupsByKey: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
