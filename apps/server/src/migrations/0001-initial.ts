import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

// Every key begins with tenant_id, so that no row can be reached without its tenant and so that the tables can be
// sharded by it. What must be unique is kept unique by an index, never by code.
const statements = [
  sql`create table tenants (
    tenant_id uuid primary key,
    name text not null,
    domain text not null default '',
    default_country text not null default 'US',
    add_signature boolean not null default false,
    consented boolean not null default false,
    suspended boolean not null default false,
    account_sid text,
    auth_token_encrypted text,
    created_at timestamptz not null
  )`,
  sql`create index tenants_account on tenants (account_sid) where account_sid is not null`,

  sql`create table users (
    tenant_id uuid not null references tenants,
    user_id uuid not null,
    name text not null,
    email text,
    role text not null check (role in ('Admin', 'User')),
    disabled boolean not null default false,
    created_at timestamptz not null,
    primary key (tenant_id, user_id)
  )`,

  sql`create table sessions (
    tenant_id uuid not null,
    session_id uuid not null,
    user_id uuid not null,
    token_hash bytea not null,
    user_agent text not null default '',
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (tenant_id, session_id),
    foreign key (tenant_id, user_id) references users
  )`,
  sql`create unique index sessions_token on sessions (token_hash)`,
  sql`create index sessions_expiry on sessions (expires_at)`,

  sql`create table mobile_numbers (
    tenant_id uuid not null references tenants,
    number_id uuid not null,
    number text not null,
    name text not null,
    disabled boolean not null default false,
    deleted_at timestamptz,
    created_at timestamptz not null,
    primary key (tenant_id, number_id)
  )`,
  sql`create unique index mobile_numbers_number on mobile_numbers (tenant_id, number) where deleted_at is null`,

  sql`create table provider_numbers (
    tenant_id uuid not null references tenants,
    number_id uuid not null,
    sid text not null,
    number text not null,
    name text not null,
    in_use boolean not null default false,
    webhook_configured boolean not null default false,
    has_sms boolean not null default true,
    has_mms boolean not null default true,
    released_at timestamptz,
    created_at timestamptz not null,
    primary key (tenant_id, number_id)
  )`,
  sql`create unique index provider_numbers_sid on provider_numbers (tenant_id, sid)`,
  sql`create unique index provider_numbers_in_use on provider_numbers (number) where in_use`,

  sql`create table number_default_users (
    tenant_id uuid not null,
    number_id uuid not null,
    user_id uuid not null,
    primary key (tenant_id, number_id, user_id),
    foreign key (tenant_id, number_id) references provider_numbers,
    foreign key (tenant_id, user_id) references users
  )`,

  // The last message and what the list shows of it are kept on the row: the list reads no message.
  sql`create table chats (
    tenant_id uuid not null references tenants,
    chat_id uuid not null,
    number_id uuid not null,
    name text not null,
    relay boolean not null default true,
    version bigint not null default 1,
    message_count integer not null default 0,
    last_message_id uuid,
    last_message_at timestamptz not null,
    -- The sort key of the list: 1 where somebody has not seen the last message, otherwise 0.
    list_rank smallint not null default 0,
    archived_at timestamptz,
    created_by uuid,
    created_at timestamptz not null,
    primary key (tenant_id, chat_id),
    foreign key (tenant_id, number_id) references provider_numbers
  ) with (fillfactor = 70)`,
  // The lists are walked backwards: highest rank first, then newest.
  sql`create index chats_list on chats (tenant_id, list_rank, last_message_at, chat_id) where archived_at is null`,
  sql`create index chats_archived on chats (tenant_id, last_message_at, chat_id) where archived_at is not null`,

  // A member row carries the sort key of the list, so that "my chats" is a walk along one index.
  sql`create table chat_members (
    tenant_id uuid not null,
    chat_id uuid not null,
    member_id uuid not null,
    role text not null check (role in ('TeamsUser', 'ExternalMobile')),
    added_on timestamptz not null,
    deleted_on timestamptz,
    -- The number that an external member's phone holds in this chat, null once the chat or the membership ended.
    holds_number_id uuid,
    -- The last message when they joined: none up to it counts as unread to them. Null where there was none.
    joined_after uuid,
    unread_count integer not null default 0,
    -- 2: unread by this member; 1: not seen by somebody else; 0: seen by all. Null: not in this member's list.
    list_rank smallint,
    last_message_at timestamptz not null,
    primary key (tenant_id, chat_id, member_id),
    foreign key (tenant_id, chat_id) references chats
  ) with (fillfactor = 70)`,
  sql`create unique index chat_members_one_open_chat on chat_members (tenant_id, holds_number_id, member_id)
    where holds_number_id is not null`,
  sql`create index chat_members_list on chat_members (tenant_id, member_id, list_rank, last_message_at, chat_id)
    where list_rank is not null`,

  // Who can be a member of a chat, whether a user or a contact, with what a member shows.
  sql`create view people as
    select tenant_id, user_id as member_id, 'TeamsUser' as role, name, null as number, disabled from users
    union all
    select tenant_id, number_id, 'ExternalMobile', name, number, disabled or deleted_at is not null
    from mobile_numbers`,

  sql`create table files (
    tenant_id uuid not null references tenants,
    file_id uuid not null,
    directory text not null,
    file_name text not null,
    content_type text not null,
    length bigint not null,
    width integer,
    height integer,
    created_at timestamptz not null,
    primary key (tenant_id, file_id)
  )`,

  sql`create table messages (
    tenant_id uuid not null,
    message_id uuid not null,
    chat_id uuid not null,
    text text not null,
    sent_on timestamptz not null,
    sent_by uuid not null,
    parent_id uuid,
    -- Twilio's id of a text that came from a phone.
    provider_sid text,
    -- Its webhook was missed: the text was found later in Twilio's list.
    recovered boolean not null default false,
    -- How many of its files could not be fetched.
    missing_media smallint not null default 0,
    primary key (tenant_id, message_id),
    foreign key (tenant_id, chat_id) references chats
  )`,
  // Message ids are UUIDv7: their order in a chat is the order of the transcript.
  sql`create index messages_chat on messages (tenant_id, chat_id, message_id)`,
  sql`create unique index messages_provider_sid on messages (tenant_id, provider_sid) where provider_sid is not null`,

  sql`create table message_media (
    tenant_id uuid not null,
    message_id uuid not null,
    position smallint not null,
    file_id uuid not null,
    primary key (tenant_id, message_id, position),
    foreign key (tenant_id, message_id) references messages,
    foreign key (tenant_id, file_id) references files
  )`,

  // What a member knows of a message, and for a phone also the order to send it: this is the delivery queue.
  sql`create table deliveries (
    tenant_id uuid not null,
    delivery_id uuid not null,
    message_id uuid not null,
    chat_id uuid not null,
    member_id uuid not null,
    status text not null,
    updated_on timestamptz not null,
    error_code integer,
    error_text text,
    from_number_id uuid,
    to_number text,
    -- The text as the phone gets it.
    body text,
    provider_sid text,
    -- Twilio's ids of earlier sends that failed, before a person sent it again.
    earlier_sids text[] not null default '{}',
    attempts integer not null default 0,
    due_at timestamptz,
    leased_until timestamptz,
    -- When it was handed to Twilio last.
    posted_at timestamptz,
    -- When Twilio is asked next what became of it.
    check_at timestamptz,
    primary key (tenant_id, delivery_id),
    foreign key (tenant_id, message_id) references messages
  ) with (fillfactor = 70)`,
  sql`create unique index deliveries_member on deliveries (tenant_id, message_id, member_id)`,
  sql`create index deliveries_due on deliveries (due_at, delivery_id) where due_at is not null`,
  // Texts to one phone keep their order.
  sql`create index deliveries_pair on deliveries (tenant_id, from_number_id, to_number, message_id)
    where status in ('queued', 'sending') and provider_sid is null`,
  // Texts of which it is not known whether Twilio has them, or that a person marked as sent.
  sql`create index deliveries_unresolved on deliveries (tenant_id, from_number_id, to_number)
    where status in ('unknown', 'sent') and provider_sid is null`,
  sql`create index deliveries_sending on deliveries (leased_until) where leased_until is not null`,
  sql`create index deliveries_check on deliveries (check_at) where check_at is not null`,
  sql`create unique index deliveries_provider_sid on deliveries (tenant_id, provider_sid)
    where provider_sid is not null`,

  // Status reports of texts that no delivery owns yet.
  sql`create table provider_statuses (
    tenant_id uuid not null references tenants,
    message_sid text not null,
    status text not null,
    error_code integer,
    received_at timestamptz not null,
    primary key (tenant_id, message_sid, status)
  )`,

  // Every text from a phone as its webhook brought it, kept before the webhook is answered.
  sql`create table provider_events (
    tenant_id uuid not null references tenants,
    account_sid text not null,
    message_sid text not null,
    parameters json not null,
    received_at timestamptz not null,
    -- Its webhook was missed: it was found later in Twilio's list.
    recovered boolean not null default false,
    -- How often it could not be handled, and when it is tried next.
    attempts integer not null default 0,
    next_try_at timestamptz not null,
    processed_at timestamptz,
    rejected_reason text,
    primary key (tenant_id, account_sid, message_sid)
  )`,
  sql`create index provider_events_waiting on provider_events (next_try_at) where processed_at is null`,
  sql`create index provider_events_rejected on provider_events (tenant_id, received_at) where rejected_reason is not null`,

  sql`create table opt_outs (
    tenant_id uuid not null,
    provider_number_id uuid not null,
    number text not null,
    source text not null,
    since timestamptz not null,
    primary key (tenant_id, provider_number_id, number)
  )`,

  sql`create table idempotency_keys (
    tenant_id uuid not null,
    user_id uuid not null,
    call text not null,
    key text not null,
    fingerprint bytea not null,
    result_id uuid not null,
    created_at timestamptz not null,
    primary key (tenant_id, user_id, call, key)
  )`,
]

export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
