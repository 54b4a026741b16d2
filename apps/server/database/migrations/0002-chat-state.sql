-- Where the team is with each chat, and who takes care of it. The rows of members repeat the state: each list reads
-- one index in order.

alter table tenants add column assign_on_reply boolean not null default true;

alter table chats
  add column state text not null default 'open' check (state in ('open', 'done', 'snoozed')),
  add column snoozed_until timestamptz,
  add column assigned_to uuid,
  add constraint chats_snoozed_until_check check ((state = 'snoozed') = (snoozed_until is not null)),
  add constraint chats_tenant_id_assigned_to_fkey
    foreign key (tenant_id, assigned_to) references users (tenant_id, user_id);

alter table chat_members
  add column state text not null default 'open' check (state in ('open', 'done', 'snoozed')),
  add column notify text not null default 'mine' check (notify in ('all', 'mine', 'none'));

drop index chat_members_list;
create index chat_members_list on chat_members (tenant_id, member_id, state, list_rank, last_message_at, chat_id)
  include (unread_count) where list_rank is not null;

drop index chats_list;
create index chats_list on chats (tenant_id, state, list_rank, last_message_at, chat_id) where archived_at is null;
drop index chats_unclaimed;
create index chats_unclaimed on chats (tenant_id, state, last_message_at, chat_id)
  where unclaimed_count > 0 and archived_at is null;
create index chats_attention on chats (tenant_id, state, last_message_at, chat_id)
  where failed_count > 0 and archived_at is null;
create index chats_assigned on chats (tenant_id, assigned_to, state, last_message_at, chat_id)
  where assigned_to is not null and archived_at is null;
create index chats_unassigned on chats (tenant_id, state, last_message_at, chat_id)
  where assigned_to is null and archived_at is null;
create index chats_line on chats (tenant_id, number_id, state, list_rank, last_message_at, chat_id)
  where archived_at is null;
create index chats_snoozed on chats (snoozed_until) where state = 'snoozed' and archived_at is null;
