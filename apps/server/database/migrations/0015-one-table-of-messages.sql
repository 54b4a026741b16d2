-- A message is one row from its acceptance on. Those that were sent are the transcript, and the view "messages" has no others:
-- the message counts, unread counts, and last messages of chats ignore what is pending.

alter table messages rename to all_messages;

alter table all_messages
  -- A message that was canceled has no text and no files.
  add column state text not null default 'sent'
    check (state in ('held', 'scheduled', 'late', 'returned', 'canceled', 'sent')),
  -- The chat's line when the message was written.
  add column number_id uuid,
  -- The contacts who were to be texted when the message was written.
  add column recipients uuid[],
  add column send_at timestamptz,
  add column cancel_on_reply boolean,
  -- Whether its chat was created with it: then it is no reply, and assigns no one.
  add column opens_chat boolean,
  add column reason text,
  add column owner_id uuid,
  add column request_id uuid,
  add foreign key (tenant_id, number_id) references lines (tenant_id, number_id),
  add foreign key (tenant_id, owner_id) references users (tenant_id, user_id),
  add constraint messages_returned_check
    check (state not in ('held', 'scheduled', 'late', 'returned')
      or (state = 'returned') = (reason is not null) and (state = 'returned') = (owner_id is not null)),
  add constraint messages_pending_check check (state = 'sent' or num_nulls(number_id, recipients, send_at) = 0);

create view messages as
  select tenant_id, message_id, chat_id, text, sent_at, sent_by, parent_id, provider_sid, recovered, missing_media, words,
    automatic
  from all_messages where state = 'sent';

-- When its message was sent; null until then.
alter table message_media add column sent_at timestamptz;
update message_media f set sent_at = m.sent_at
from messages m where m.tenant_id = f.tenant_id and m.message_id = f.message_id;

insert into all_messages (tenant_id, message_id, chat_id, text, sent_at, sent_by, parent_id, state, number_id, recipients,
  send_at, cancel_on_reply, opens_chat, reason, owner_id, request_id)
select tenant_id, message_id, chat_id, text, written_at, written_by, parent_id, state, number_id, recipients,
  send_at, cancel_on_reply, opens_chat, reason, owner_id, request_id
from pending_messages;

insert into message_media (tenant_id, message_id, position, file_id)
select m.tenant_id, m.message_id, f.position, f.file_id
from pending_messages m cross join unnest(m.file_ids) with ordinality as f (file_id, position);

drop table pending_messages;

-- Those that were neither sent nor canceled. A pending message is sent by the person who wrote it.
create view pending_messages as
  select tenant_id, message_id, chat_id, number_id, state, text, parent_id, recipients, sent_by as written_by,
    sent_at as written_at, send_at, cancel_on_reply, opens_chat, reason, owner_id, request_id
  from all_messages where state in ('held', 'scheduled', 'late', 'returned');

create index messages_due on all_messages (send_at) where state in ('held', 'scheduled');
create index messages_pending on all_messages (tenant_id, chat_id, send_at, sent_at, message_id)
  where state in ('held', 'scheduled', 'late', 'returned');
create index messages_scheduled on all_messages (tenant_id, send_at, sent_at, message_id)
  where state in ('scheduled', 'late', 'returned');

-- Messages are in the order in which they were sent, not in that of their ids.
drop index messages_chat;
create index messages_chat on all_messages (tenant_id, chat_id, sent_at, message_id);
create index messages_time on all_messages (tenant_id, sent_at, message_id);
create index message_media_time on message_media (tenant_id, sent_at, message_id);
drop index chat_changes_chat;
create index chat_changes_chat on chat_changes (tenant_id, chat_id, changed_at, change_id);

alter table chats add column last_automatic_at timestamptz;
update chats c set last_automatic_at = m.sent_at
from messages m
where c.last_automatic_id is not null and m.tenant_id = c.tenant_id and m.message_id = c.last_automatic_id;
alter table chats drop column last_automatic_id;

-- Texts to one phone are sent in the order of their deliveries' ids.
drop index deliveries_pair;
create index deliveries_pair on deliveries (tenant_id, from_number_id, to_number, delivery_id)
  where status in ('queued', 'sending') and provider_sid is null;

drop function if exists write_messages(uuid, json, json, json, json, json, uuid[], uuid[]);
