-- Opening hours and automatic replies.

-- Null: always open.
alter table tenants add column hours jsonb;

alter table lines
  -- Null: the tenant's.
  add column hours jsonb,
  add column away_reply text check (away_reply <> ''),
  add column greeting text check (greeting <> '');

alter table messages add column automatic text check (automatic in ('away', 'greeting'));

-- A chat's last message is never an automatic one. Later messages sort after both.
alter table chats add column last_automatic_id uuid;

-- It is not sent after this time. Null: no limit.
alter table deliveries add column expires_at timestamptz;

-- When a line last replied to a phone by itself: at most once in twelve hours.
create table automatic_replies (
  tenant_id uuid not null,
  line_id uuid not null,
  number text not null,
  replied_at timestamptz not null,
  primary key (tenant_id, line_id, number),
  foreign key (tenant_id, line_id) references lines (tenant_id, number_id)
);

-- Includes chats that a contact has left: a line greets only contacts that it has never texted with.
drop index chat_members_external;
create index chat_members_external on chat_members (tenant_id, member_id, chat_id) where role = 'ExternalMobile';
