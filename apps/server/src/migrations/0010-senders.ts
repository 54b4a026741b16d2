import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // The phone that a text came from, and the order in which texts were kept. Those from before have no phone, and count as one's.
  sql`alter table provider_events
    add column sender text not null default '',
    add column kept_as bigint generated always as identity`,
  sql`create index provider_events_of_sender on provider_events (tenant_id, sender, kept_as) where processed_at is null`,
]

export const senders: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
