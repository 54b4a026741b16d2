import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Media of inbound messages that have not been fetched from Twilio yet. A row goes when its message has its files.
  sql`create table inbound_media (
    tenant_id uuid not null,
    message_id uuid not null,
    chat_id uuid not null,
    urls text[] not null,
    received_at timestamptz not null,
    attempts integer not null default 0,
    -- While a process is fetching, the end of its lease.
    due_at timestamptz not null,
    request_id uuid,
    primary key (tenant_id, message_id),
    foreign key (tenant_id, message_id) references messages
  )`,
  sql`create index inbound_media_due on inbound_media (due_at)`,
]

export const inboundMedia: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
