-- What the list's filters Returned and Due today look for. Most chats have no pending messages and are not written.
alter table chats
  add column returned_count integer not null default 0 check (returned_count >= 0),
  -- When its next scheduled message is due.
  add column scheduled_for timestamptz;

update chats c set returned_count = p.returned_count, scheduled_for = p.scheduled_for
from (
  select tenant_id, chat_id, count(*) filter (where state in ('late', 'returned')) as returned_count,
    min(send_at) filter (where state = 'scheduled') as scheduled_for
  from pending_messages
  where state <> 'held' and reason is distinct from 'undone'
  group by tenant_id, chat_id
) p
where c.tenant_id = p.tenant_id and c.chat_id = p.chat_id;

create index chats_returned on chats (tenant_id, state, last_message_at, chat_id)
  where returned_count > 0 and archived_at is null;
-- With the time, so that chats of other days are not read.
create index chats_due on chats (tenant_id, state, last_message_at, chat_id, scheduled_for)
  where scheduled_for is not null and archived_at is null;
