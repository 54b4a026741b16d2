-- Messages that are held or scheduled, and those that were returned to their authors. They are not part of the transcript:
-- message counts, unread counts, and last messages ignore them.

create table pending_messages (
  tenant_id uuid not null,
  message_id uuid not null,
  chat_id uuid not null,
  -- The chat's line when the message was written.
  number_id uuid not null,
  state text not null check (state in ('held', 'scheduled', 'late', 'returned')),
  text text not null,
  parent_id uuid,
  file_ids uuid[] not null,
  -- The contacts who were to be texted when the message was written.
  recipients uuid[] not null,
  written_by uuid not null,
  written_at timestamptz not null,
  send_at timestamptz not null,
  cancel_on_reply boolean not null,
  reason text,
  owner_id uuid,
  request_key text,
  request_id uuid,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, chat_id) references chats (tenant_id, chat_id),
  foreign key (tenant_id, number_id) references lines (tenant_id, number_id),
  foreign key (tenant_id, parent_id) references messages (tenant_id, message_id),
  foreign key (tenant_id, written_by) references users (tenant_id, user_id),
  foreign key (tenant_id, owner_id) references users (tenant_id, user_id),
  constraint pending_messages_returned_check
    check ((state = 'returned') = (reason is not null) and (state = 'returned') = (owner_id is not null))
);

create index pending_messages_due on pending_messages (send_at) where state in ('held', 'scheduled');
create index pending_messages_chat on pending_messages (tenant_id, chat_id, send_at, written_at, message_id);
create index pending_messages_scheduled on pending_messages (tenant_id, send_at, written_at, message_id)
  where state <> 'held';

-- Pending messages of the chat that are neither held nor undone.
alter table chats add column scheduled_count integer not null default 0 check (scheduled_count >= 0);
create index chats_scheduled on chats (tenant_id, state, last_message_at, chat_id)
  where scheduled_count > 0 and archived_at is null;
