-- Every key begins with tenant_id: no row can be reached without its tenant, and the tables can be sharded by it.
-- Whatever must be unique is kept unique by an index, never by code.

create table tenants (
  tenant_id uuid primary key,
  name text not null,
  domain text not null default '',
  default_country text not null default 'US',
  -- ISO 3166 codes. Null: every country that the Twilio account can text.
  allowed_countries text[] check (cardinality(allowed_countries) > 0),
  add_signature boolean not null default false,
  consented boolean not null default false,
  suspended boolean not null default false,
  account_sid text,
  auth_token_encrypted text,
  created_at timestamptz not null
);
create index tenants_account on tenants (account_sid) where account_sid is not null;

-- Search ------------------------------------------------------------------------------------------------------------

-- Generated columns store the results of these two functions, so changing them takes a migration that rewrites the
-- columns. They are not among the repeatable functions for this reason. See docs/adr/0011-search.md.

-- The words of a text, independent of the database's locale and of extensions: without case and accents. A symbol is a
-- word of its own, and so is each Chinese or Japanese character. Each word begins with the first eight digits of the
-- tenant's id, so that a prefix search never reads another tenant's words.
create function search_words(tenant_id uuid, content text) returns text[]
language plpgsql immutable strict parallel safe set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return (
    select coalesce(array_agg(left(tenant_id::text, 8) || left(found[1], 64) order by place), '{}')
    from regexp_matches(
      translate(replace(replace(replace(
        lower(regexp_replace(normalize(content, NFKD), '[\u0300-\u036f''`ʼ‘’]', '', 'g')),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđı', 'oldi'),
      '[#-&*+/<=>@\\^_|~§°£\u20a0-\u20bf\u2190-\u2bff\u3040-\u30ff\u3400-\u9fff\U0001f000-\U0001faff]'
        || '|[^\u0001-/:-@\[-`{-¿\u2000-\u20cf\u2190-\u303f\u3040-\u30ff\u3400-\u9fff\ufe00-\ufe0f'
        || '\U0001f000-\U0001faff]+',
      'g') with ordinality as words (found, place)
  );
end $$;

-- Every suffix of possible phone numbers, from three digits on: a prefix search of these finds any part of a number. Words
-- are lowercase, so the N keeps the two apart.
create function search_numbers(tenant_id uuid, content text) returns text[]
language plpgsql immutable strict parallel safe set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return (
    select coalesce(array_agg(distinct left(tenant_id::text, 8) || 'N' || right(digits, length)), '{}')
    from regexp_matches(content, '\d(?:[ ()./-]*\d){4,31}', 'g') found,
      regexp_replace(found[1], '\D', '', 'g') digits, generate_series(3, length(digits)) length
  );
end $$;

-- Users -------------------------------------------------------------------------------------------------------------

create table users (
  tenant_id uuid not null references tenants,
  user_id uuid not null,
  name text not null,
  email text,
  role text not null check (role in ('Admin', 'User')),
  disabled boolean not null default false,
  -- When Microsoft Entra was last seen to have removed or disabled the account. Sign-ins that the directory confirmed before
  -- that no longer count. Null once the account is enabled.
  left_directory_at timestamptz,
  created_at timestamptz not null,
  words tsvector generated always as (array_to_tsvector(search_words(tenant_id, name))) stored,
  primary key (tenant_id, user_id)
);
create index users_words on users using gin (words);

-- The state of polling each tenant's directory for removed and disabled accounts.
create table directory_polls (
  tenant_id uuid primary key references tenants,
  -- The Graph delta link that reports changes from here on. Null before the first round.
  link text,
  -- While a process is polling: the end of its lease.
  due_at timestamptz not null,
  completed_at timestamptz,
  failure text check (failure in ('refused', 'unreachable'))
);

create table sessions (
  tenant_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  -- The token before the last renewal: requests already under way still carry it.
  previous_token_hash bytea,
  renewed_at timestamptz,
  user_agent text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the directory last confirmed the person's identity. The session ends 90 days later, however much it is used.
  proved_at timestamptz not null default now(),
  primary key (tenant_id, session_id),
  foreign key (tenant_id, user_id) references users
);
create unique index sessions_token on sessions (token_hash);
create index sessions_previous_token on sessions (previous_token_hash) where previous_token_hash is not null;
create index sessions_expiry on sessions (expires_at);

-- One-time codes by which a sign-in window next to Teams hands its session to the frame inside Teams.
create table sign_in_codes (
  tenant_id uuid not null,
  code_hash bytea not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  -- That of the session that issued the code.
  proved_at timestamptz not null default now(),
  primary key (tenant_id, code_hash),
  foreign key (tenant_id, user_id) references users
);
create unique index sign_in_codes_hash on sign_in_codes (code_hash);

-- Entry ids are UUIDv7: they sort in the order of the log.
create table audit_log (
  tenant_id uuid not null references tenants,
  entry_id uuid not null,
  done_at timestamptz not null,
  -- A user, or null for the owner of a phone.
  done_by uuid,
  kind text not null,
  subject text,
  changes json not null,
  primary key (tenant_id, entry_id)
);
create index audit_log_person on audit_log (tenant_id, done_by, entry_id);
create index audit_log_kind on audit_log (tenant_id, kind, entry_id);

-- The marketplace ---------------------------------------------------------------------------------------------------

-- An organization can buy before anyone has signed in, so there may be no tenant to refer to yet.
create table saas_subscriptions (
  tenant_id uuid not null,
  subscription_id uuid not null,
  plan_id text not null default '',
  quantity integer,
  status text not null check (status in ('Subscribed', 'Suspended', 'Unsubscribed')),
  updated_at timestamptz not null,
  primary key (tenant_id, subscription_id)
);
create unique index saas_subscriptions_id on saas_subscriptions (subscription_id);

-- Operations come from the marketplace and may name a subscription that is unknown here.
create table saas_operations (
  operation_id uuid primary key,
  tenant_id uuid,
  subscription_id uuid not null,
  action text not null,
  outcome text not null check (outcome in ('applied', 'ignored', 'outdated')),
  payload json not null,
  received_at timestamptz not null
);

-- Lines, contacts, opt-outs -----------------------------------------------------------------------------------------

-- The lines: the numbers of the tenant's Twilio account.
create table lines (
  tenant_id uuid not null references tenants,
  number_id uuid not null,
  sid text not null,
  number text not null,
  name text not null,
  in_use boolean not null default false,
  webhook_configured boolean not null default false,
  has_sms boolean not null default true,
  has_mms boolean not null default true,
  -- Where else the number's texts went when Twilio was last asked, in words.
  elsewhere text,
  released_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, number_id)
);
create unique index lines_sid on lines (tenant_id, sid);
create unique index lines_in_use on lines (number) where in_use;

create table number_default_users (
  tenant_id uuid not null,
  number_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, number_id, user_id),
  foreign key (tenant_id, number_id) references lines,
  foreign key (tenant_id, user_id) references users
);

-- The contacts: people outside, each with a phone.
create table contacts (
  tenant_id uuid not null references tenants,
  number_id uuid not null,
  number text not null,
  name text not null,
  disabled boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null,
  words tsvector generated always as (
    array_to_tsvector(search_words(tenant_id, name || ' ' || ltrim(number, '+'))
      || search_numbers(tenant_id, number))) stored,
  primary key (tenant_id, number_id)
);
create unique index contacts_number on contacts (tenant_id, number) where deleted_at is null;
create index contacts_list on contacts (tenant_id, lower(name), number) where deleted_at is null;
create index contacts_words on contacts using gin (words);

-- Everyone who can be a member of a chat, users and contacts, with the fields that a member shows.
create view people as
  select tenant_id, user_id as member_id, 'TeamsUser' as role, name, null as number, disabled from users
  union all
  select tenant_id, number_id, 'ExternalMobile', name, number, disabled or deleted_at is not null
  from contacts;

-- The opt-outs in force.
create table opt_outs (
  tenant_id uuid not null,
  line_id uuid not null,
  number text not null,
  source text not null check (source in ('keyword', 'twilio', 'refused')),
  since timestamptz not null,
  primary key (tenant_id, line_id, number),
  foreign key (tenant_id, line_id) references lines
);
create index opt_outs_phone on opt_outs (tenant_id, number);

-- Every change of opt_outs. Ids are UUIDv7: they sort in the order of the changes.
create table opt_out_changes (
  tenant_id uuid not null references tenants,
  change_id uuid not null,
  line_id uuid not null,
  number text not null,
  wish text not null check (wish in ('stop', 'start')),
  source text not null check (source in ('keyword', 'twilio', 'refused')),
  changed_at timestamptz not null,
  primary key (tenant_id, change_id),
  foreign key (tenant_id, line_id) references lines
);
create index opt_out_changes_phone on opt_out_changes (tenant_id, number, changed_at);

-- Chats -------------------------------------------------------------------------------------------------------------

-- The row holds the last message and the other fields of the list, so that listing chats reads no messages.
create table chats (
  tenant_id uuid not null references tenants,
  chat_id uuid not null,
  number_id uuid not null,
  name text not null,
  relay boolean not null default true,
  version bigint not null default 1,
  message_count integer not null default 0 check (message_count >= 0),
  last_message_id uuid,
  last_message_at timestamptz not null,
  -- The list's first sort key: 1 while someone in the chat has not seen the last message, otherwise 0.
  list_rank smallint not null default 0 check (list_rank in (0, 1)),
  -- Texts that have arrived since the chat last had an enabled team member. 0 once someone claims it.
  unclaimed_count integer not null default 0 check (unclaimed_count >= 0),
  -- The team's messages with a failed delivery that nobody has dealt with.
  failed_count integer not null default 0 check (failed_count >= 0),
  archived_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, chat_id),
  foreign key (tenant_id, number_id) references lines
) with (fillfactor = 70);
-- Lists are walked backward: highest rank first, then newest.
create index chats_list on chats (tenant_id, list_rank, last_message_at, chat_id) where archived_at is null;
create index chats_archived on chats (tenant_id, last_message_at, chat_id) where archived_at is not null;
create index chats_unclaimed on chats (tenant_id, last_message_at, chat_id)
  where unclaimed_count > 0 and archived_at is null;

-- The words of chat names. They are in a table of their own because the chat's row is updated with every message, and each
-- of its indexes along with it.
create table chat_names (
  tenant_id uuid not null,
  chat_id uuid not null,
  name text not null,
  words tsvector generated always as (array_to_tsvector(search_words(tenant_id, name))) stored,
  primary key (tenant_id, chat_id),
  foreign key (tenant_id, chat_id) references chats
);
create index chat_names_words on chat_names using gin (words);

-- Each member's row repeats the list's sort keys, so that "my chats" is a walk along one index.
create table chat_members (
  tenant_id uuid not null,
  chat_id uuid not null,
  member_id uuid not null,
  role text not null check (role in ('TeamsUser', 'ExternalMobile')),
  added_at timestamptz not null,
  deleted_at timestamptz,
  -- The line on which an external member's phone is taken by this chat. Null once the chat or the membership has ended.
  holds_number_id uuid,
  -- The last message when they joined: messages up to it do not count as unread. Null if there was none.
  joined_after uuid,
  unread_count integer not null default 0 check (unread_count >= 0),
  -- 2: unread by this member. 1: not seen by someone else. 0: seen by everyone. Null: not in this member's list.
  list_rank smallint check (list_rank in (0, 1, 2)),
  last_message_at timestamptz not null,
  primary key (tenant_id, chat_id, member_id),
  foreign key (tenant_id, chat_id) references chats
) with (fillfactor = 70);
create unique index chat_members_one_open_chat on chat_members (tenant_id, holds_number_id, member_id)
  where holds_number_id is not null;
create index chat_members_list on chat_members (tenant_id, member_id, list_rank, last_message_at, chat_id)
  include (unread_count) where list_rank is not null;
create index chat_members_external on chat_members (tenant_id, member_id, chat_id)
  where role = 'ExternalMobile' and deleted_at is null;

-- Lines of the transcript about the chat itself. Their ids are UUIDv7 like those of messages: both sort in one order.
create table chat_changes (
  tenant_id uuid not null,
  change_id uuid not null,
  chat_id uuid not null,
  changed_at timestamptz not null,
  -- A user, or null for the system or the owner of a phone.
  changed_by uuid,
  kind text not null,
  -- The fields that only this kind of change has.
  details json not null,
  primary key (tenant_id, change_id),
  foreign key (tenant_id, chat_id) references chats
);
create index chat_changes_chat on chat_changes (tenant_id, chat_id, change_id);

-- Messages ----------------------------------------------------------------------------------------------------------

create table files (
  tenant_id uuid not null references tenants,
  file_id uuid not null,
  directory text not null,
  file_name text not null,
  content_type text not null,
  length bigint not null check (length >= 0),
  width integer,
  height integer,
  created_at timestamptz not null,
  primary key (tenant_id, file_id)
);

-- Message ids are UUIDv7: they sort in the order of the transcript.
create table messages (
  tenant_id uuid not null,
  message_id uuid not null,
  chat_id uuid not null,
  text text not null,
  sent_at timestamptz not null,
  sent_by uuid not null,
  parent_id uuid,
  -- The MessageSid of an inbound text.
  provider_sid text,
  -- Its webhook was missed: the text was found later in Twilio's list.
  recovered boolean not null default false,
  -- How many of its files could not be fetched.
  missing_media smallint not null default 0 check (missing_media >= 0),
  words tsvector generated always as (
    array_to_tsvector(search_words(tenant_id, text) || search_numbers(tenant_id, text))) stored,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, chat_id) references chats,
  foreign key (tenant_id, parent_id) references messages
);
create index messages_chat on messages (tenant_id, chat_id, message_id);
create unique index messages_provider_sid on messages (tenant_id, provider_sid) where provider_sid is not null;
create index messages_words on messages using gin (words);

create table message_media (
  tenant_id uuid not null,
  message_id uuid not null,
  position smallint not null check (position >= 1),
  file_id uuid not null,
  primary key (tenant_id, message_id, position),
  foreign key (tenant_id, message_id) references messages,
  foreign key (tenant_id, file_id) references files
);

create table idempotency_keys (
  tenant_id uuid not null,
  user_id uuid not null,
  call text not null,
  key text not null,
  fingerprint bytea not null,
  result_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, user_id, call, key)
);

-- Delivery ----------------------------------------------------------------------------------------------------------

-- A member's status of a message. For a contact it is also the send: the table is the delivery queue.
create table deliveries (
  tenant_id uuid not null,
  delivery_id uuid not null,
  message_id uuid not null,
  chat_id uuid not null,
  member_id uuid not null,
  -- A text too long for one SMS is sent in parts, each with a row of its own: part 1 of 2, part 2 of 2.
  part smallint not null default 1,
  parts smallint not null default 1,
  status text not null check (status in
    ('queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'skipped', 'unknown', 'read')),
  updated_at timestamptz not null,
  error_code integer,
  error_text text,
  -- When someone decided that a failed text needs nothing more.
  dismissed_at timestamptz,
  from_number_id uuid,
  to_number text,
  -- The text as the phone gets it.
  body text,
  provider_sid text,
  -- MessageSids of earlier sends that failed before someone sent the text again.
  earlier_sids text[] not null default '{}',
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz,
  leased_until timestamptz,
  -- When it was last handed to Twilio.
  posted_at timestamptz,
  -- When Twilio will next be asked for its status.
  check_at timestamptz,
  -- When Twilio last reported on it by itself. Null if its status came from our own request, or not at all.
  callback_at timestamptz,
  request_id uuid,
  primary key (tenant_id, delivery_id),
  foreign key (tenant_id, message_id) references messages,
  check (part between 1 and parts)
) with (fillfactor = 70);
create unique index deliveries_member on deliveries (tenant_id, message_id, member_id, part);
-- The queue is walked by tenant, line and phone: texts to one phone keep their order, and no phone delays another.
create index deliveries_pair on deliveries (tenant_id, from_number_id, to_number, message_id, part)
  where status in ('queued', 'sending') and provider_sid is null;
-- Texts that Twilio may or may not have, and those marked as sent by a person.
create index deliveries_unresolved on deliveries (tenant_id, from_number_id, to_number)
  where status in ('unknown', 'sent') and provider_sid is null;
create index deliveries_sending on deliveries (leased_until) where leased_until is not null;
create index deliveries_check on deliveries (check_at) where check_at is not null;
create unique index deliveries_provider_sid on deliveries (tenant_id, provider_sid) where provider_sid is not null;
create index deliveries_failed on deliveries (tenant_id, chat_id)
  where status in ('failed', 'undelivered', 'unknown') and dismissed_at is null;

-- Status callbacks that arrived before a delivery had their MessageSid.
create table provider_statuses (
  tenant_id uuid not null references tenants,
  message_sid text not null,
  status text not null,
  error_code integer,
  received_at timestamptz not null,
  primary key (tenant_id, message_sid, status)
);

-- Inbound texts -----------------------------------------------------------------------------------------------------

-- Inbound texts as their webhooks brought them, committed before the webhook is answered.
create table provider_events (
  tenant_id uuid not null references tenants,
  account_sid text not null,
  message_sid text not null,
  -- The phone that sent it. The texts of a phone are processed in the order in which they were stored.
  sender text not null default '',
  kept_as bigint generated always as identity,
  -- Dropped some time after its text was processed. The row stays: the same text never counts twice.
  parameters json,
  received_at timestamptz not null,
  -- Its webhook was missed: the text was found later in Twilio's list.
  recovered boolean not null default false,
  attempts integer not null default 0 check (attempts >= 0),
  next_try_at timestamptz not null,
  processed_at timestamptz,
  rejected_reason text,
  request_id uuid,
  primary key (tenant_id, account_sid, message_sid),
  constraint provider_events_waits_with_parameters check (parameters is not null or processed_at is not null)
);
create index provider_events_waiting on provider_events (next_try_at) where processed_at is null;
create index provider_events_of_sender on provider_events (tenant_id, sender, kept_as) where processed_at is null;
create index provider_events_to_expire on provider_events (processed_at)
  where parameters is not null and processed_at is not null;
create index provider_events_rejected on provider_events (tenant_id, received_at) where rejected_reason is not null;

-- Media of inbound messages that have not been fetched from Twilio yet. A row is deleted once the message has its files.
create table inbound_media (
  tenant_id uuid not null,
  message_id uuid not null,
  chat_id uuid not null,
  urls text[] not null,
  received_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- While a process is fetching: the end of its lease.
  due_at timestamptz not null,
  request_id uuid,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages
);
create index inbound_media_due on inbound_media (due_at);

-- The time up to which a tenant's inbound texts have been compared with Twilio's list.
create table reconciliations (
  tenant_id uuid primary key references tenants,
  complete_until timestamptz not null
);

-- The SHA-256 of each file in functions/ as it was last applied.
create table applied_functions (
  name text primary key,
  hash bytea not null
);
