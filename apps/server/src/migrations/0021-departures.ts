import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // When Microsoft Entra was last seen to have removed or disabled the person. A sign-in that the directory vouched for
  // before that counts no more. Null once the account is enabled.
  sql`alter table users add column left_directory_at timestamptz`,

  // What each organization's directory was asked last.
  sql`create table directory_polls (
    tenant_id uuid primary key references tenants,
    -- The address at Graph that reports what changes from here on. Null before the first round.
    link text,
    -- While a process is asking, the end of its lease.
    due_at timestamptz not null,
    -- When a round was last completed.
    completed_at timestamptz,
    failure text check (failure in ('refused', 'unreachable'))
  )`,
]

export const departures: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
