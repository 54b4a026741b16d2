import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // When the directory last vouched for the session's person. The session ends 90 days later, however much it is used.
  sql`alter table sessions add column proved_at timestamptz not null default now()`,
  sql`update sessions set proved_at = created_at`,
  // The token before the last renewal. Requests that were already on their way still carry it.
  sql`alter table sessions add column previous_token_hash bytea`,
  sql`alter table sessions add column renewed_at timestamptz`,
  sql`create index sessions_previous_token on sessions (previous_token_hash) where previous_token_hash is not null`,
  // That of the session which issued the code.
  sql`alter table sign_in_codes add column proved_at timestamptz not null default now()`,
]

export const sessionProofs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
