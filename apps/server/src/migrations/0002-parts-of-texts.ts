import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // A text that is too long for one SMS is sent in parts, each a row of its own: part 1 of 2, part 2 of 2.
  sql`alter table deliveries add column part smallint not null default 1, add column parts smallint not null default 1`,
  sql`drop index deliveries_member`,
  sql`create unique index deliveries_member on deliveries (tenant_id, message_id, member_id, part)`,

  // The queue is walked by tenant, number and phone: what waits for one of them keeps no other waiting.
  sql`drop index deliveries_due`,
  sql`drop index deliveries_pair`,
  sql`create index deliveries_pair on deliveries (tenant_id, from_number_id, to_number, message_id, part)
    where status in ('queued', 'sending') and provider_sid is null`,
]

export const partsOfTexts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
