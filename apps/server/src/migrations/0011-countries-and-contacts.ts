import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Codes of ISO 3166. Null: every country that the Twilio account may text.
  sql`alter table tenants add column allowed_countries text[] check (cardinality(allowed_countries) > 0)`,

  // What else received the number's texts when Twilio was asked last, in words.
  sql`alter table provider_numbers add column elsewhere text`,

  // The list of contacts is walked by name.
  sql`create index mobile_numbers_list on mobile_numbers (tenant_id, lower(name), number) where deleted_at is null`,

  // Every change of opt_outs, which holds only what is true now. Ids are UUIDv7: their order is the order of the changes.
  sql`create table opt_out_changes (
    tenant_id uuid not null references tenants,
    change_id uuid not null,
    provider_number_id uuid not null,
    number text not null,
    wish text not null check (wish in ('stop', 'start')),
    source text not null,
    changed_at timestamptz not null,
    primary key (tenant_id, change_id)
  )`,
  sql`create index opt_out_changes_phone on opt_out_changes (tenant_id, number, changed_at)`,
  sql`create index opt_outs_phone on opt_outs (tenant_id, number)`,
  sql`insert into opt_out_changes (tenant_id, change_id, provider_number_id, number, wish, source, changed_at)
    select tenant_id, gen_random_uuid(), provider_number_id, number, 'stop', source, since from opt_outs`,
]

export const countriesAndContacts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
