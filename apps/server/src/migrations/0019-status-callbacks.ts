import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // When Twilio last reported on the text by itself. Null if its status came from our own request, or not at all.
  sql`alter table deliveries add column callback_at timestamptz`,
  // Until now, what had left `sending` within the hour had been reported.
  sql`update deliveries set callback_at = updated_on
    where provider_sid is not null and status <> 'sending' and updated_on > now() - interval '2 hours'`,
]

export const statusCallbacks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
