-- Webhooks of an organization: docs/product.md#webhooks.
create table hooks (
  tenant_id uuid not null references tenants,
  hook_id uuid not null,
  url text not null,
  events text[] not null,
  secret_encrypted text not null,
  previous_secret_encrypted text,
  previous_secret_until timestamptz,
  -- Null: it is enabled.
  disabled_reason text check (disabled_reason in ('admin', 'failing', 'gone')),
  disabled_at timestamptz,
  failing_since timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, hook_id)
);

-- Each event for each webhook, until the log forgets it. Without a foreign key to the webhook, whose removal must not make a
-- text fail that is added at the same time.
create table hook_events (
  tenant_id uuid not null,
  event_id uuid not null default gen_random_uuid(),
  hook_id uuid not null,
  kind text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  transaction_id bigint not null default txid_current(),
  chat_id uuid,
  -- The message, change, contact, or consent entry.
  item_id uuid,
  -- The phone.
  member_id uuid,
  detail jsonb not null default '{}',
  -- What is signed and sent, from the first attempt on. An erasure destroys it, and the next attempt writes it anew.
  body text,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'missed')),
  due_at timestamptz not null default '-infinity',
  -- Of the present series.
  attempts integer not null default 0,
  log jsonb not null default '[]',
  primary key (tenant_id, event_id)
);
create index hook_events_due on hook_events (tenant_id, hook_id, due_at, created_at) where state = 'waiting';
create index hook_events_log on hook_events (tenant_id, hook_id, created_at, event_id);
create index hook_events_undelivered on hook_events (tenant_id, hook_id, created_at) where state in ('failed', 'missed');
create index hook_events_chat on hook_events (tenant_id, chat_id) where chat_id is not null;
create index hook_events_item on hook_events (tenant_id, item_id) where item_id is not null;
-- Of all tenants, for what the log forgets. Not on the column itself, or PostgreSQL may read the log of one webhook with it.
create index hook_events_time on hook_events ((created_at at time zone 'UTC'));
