-- Recounts the pending messages that concern the team in these locked chats, and raises their versions by one.
create or replace function refresh_scheduled(of_tenant uuid, chat_ids uuid[])
returns table (chat_id uuid, version bigint, scheduled_count integer, has_unread boolean)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  update chats c set version = c.version + 1, (scheduled_count, returned_count, scheduled_for) = (
    select count(*), count(*) filter (where m.state in ('late', 'returned')),
      min(m.send_at) filter (where m.state = 'scheduled')
    from pending_messages m
    where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.state <> 'held' and m.reason is distinct from 'undone'
  )
  where c.tenant_id = of_tenant and c.chat_id = any(chat_ids)
  returning c.chat_id, c.version, c.scheduled_count, c.list_rank = 1;
end $$;
