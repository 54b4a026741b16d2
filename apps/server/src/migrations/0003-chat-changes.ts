import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

// Change ids are UUIDv7 like message ids: the two have one order in a chat.
const statements = [
  sql`create table chat_changes (
    tenant_id uuid not null,
    change_id uuid not null,
    chat_id uuid not null,
    changed_at timestamptz not null,
    -- A user. Null where it was the system or the owner of a phone.
    changed_by uuid,
    kind text not null,
    -- What else there is to tell of this kind.
    details json not null,
    primary key (tenant_id, change_id),
    foreign key (tenant_id, chat_id) references chats
  )`,
  sql`create index chat_changes_chat on chat_changes (tenant_id, chat_id, change_id)`,
]

export const chatChanges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
