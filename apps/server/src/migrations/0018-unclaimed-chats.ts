import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Texts that arrived since the chat last had an enabled team member; 0 once someone claims it.
  sql`alter table chats add column unclaimed_count integer not null default 0 check (unclaimed_count >= 0)`,
  sql`create index chats_unclaimed on chats (tenant_id, last_message_at, chat_id)
    where unclaimed_count > 0 and archived_at is null`,
]

export const unclaimedChats: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
