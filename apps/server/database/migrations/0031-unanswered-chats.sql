-- What the list's filter Unanswered looks for.
alter table chats
  -- When the first text arrived that no one has answered since, by a text or by marking the chat as done.
  add column waiting_since timestamptz;

update chats c set waiting_since = w.sent_at
from chats o
  left join lateral (
    select h.changed_at from chat_changes h
    where h.tenant_id = o.tenant_id and h.chat_id = o.chat_id and h.kind = 'done'
    order by h.changed_at desc limit 1
  ) e on true
  left join lateral (
    select m.sent_at from messages m
      join chat_members a on a.tenant_id = m.tenant_id and a.chat_id = m.chat_id and a.member_id = m.sent_by
    where m.tenant_id = o.tenant_id and m.chat_id = o.chat_id and m.automatic is null and a.role <> 'ExternalMobile'
      and exists (
        select from deliveries d
        where d.tenant_id = m.tenant_id and d.message_id = m.message_id and d.status not in ('read', 'skipped'))
    order by m.sent_at desc, m.message_id desc limit 1
  ) a on true
  cross join lateral (
    select m.sent_at from messages m
      left join chat_members f on f.tenant_id = m.tenant_id and f.chat_id = m.chat_id and f.member_id = m.sent_by
    where m.tenant_id = o.tenant_id and m.chat_id = o.chat_id and m.automatic is null
      and m.sent_at > coalesce(greatest(e.changed_at, a.sent_at), '-infinity')
      and coalesce(f.role, 'ExternalMobile') = 'ExternalMobile'
    order by m.sent_at, m.message_id limit 1
  ) w
where o.state <> 'done' and o.archived_at is null and o.tenant_id = c.tenant_id and o.chat_id = c.chat_id;

-- With the time, which reports sort by.
create index chats_unanswered on chats (tenant_id, state, last_message_at, chat_id, waiting_since)
  where waiting_since is not null and archived_at is null;
