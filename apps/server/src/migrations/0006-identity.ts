import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // What the window of a sign-in beside Teams hands to the frame inside of it.
  sql`create table sign_in_codes (
    tenant_id uuid not null,
    code_hash bytea not null,
    user_id uuid not null,
    expires_at timestamptz not null,
    primary key (tenant_id, code_hash),
    foreign key (tenant_id, user_id) references users
  )`,
  sql`create unique index sign_in_codes_hash on sign_in_codes (code_hash)`,

  // An organization may buy before anybody of it has signed in: there is no tenant to refer to yet.
  sql`create table saas_subscriptions (
    tenant_id uuid not null,
    subscription_id uuid not null,
    plan_id text not null default '',
    quantity integer,
    status text not null check (status in ('Subscribed', 'Suspended', 'Unsubscribed')),
    updated_at timestamptz not null,
    primary key (tenant_id, subscription_id)
  )`,
  sql`create unique index saas_subscriptions_id on saas_subscriptions (subscription_id)`,

  // An operation is the marketplace's, and may name a subscription that nobody here knows.
  sql`create table saas_operations (
    operation_id uuid primary key,
    tenant_id uuid,
    subscription_id uuid not null,
    action text not null,
    outcome text not null,
    payload json not null,
    received_at timestamptz not null
  )`,
]

export const identity: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
