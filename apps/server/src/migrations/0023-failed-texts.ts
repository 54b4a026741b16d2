import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // When a person decided that a failed text needs nothing more.
  sql`alter table deliveries add column dismissed_at timestamptz`,
  // What failed before this version does not light up in the list.
  sql`update deliveries set dismissed_at = updated_on where status in ('failed', 'undelivered', 'unknown')`,
  sql`create index deliveries_failed on deliveries (tenant_id, chat_id)
    where status in ('failed', 'undelivered', 'unknown') and dismissed_at is null`,
  // Messages of the team with such a delivery.
  sql`alter table chats add column failed_count integer not null default 0 check (failed_count >= 0)`,
]

export const failedTexts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
