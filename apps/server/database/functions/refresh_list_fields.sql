-- Updates the sort keys of a chat's list entries from its members and the records of its last message, and raises its version
-- by the number of events to announce. The chat must be locked.
create or replace function refresh_list_fields(of_tenant uuid, of_chat uuid, version_steps integer)
returns table (version bigint, message_count integer, has_unread boolean)
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with changed as (
    update chats c set
      version = c.version + version_steps, list_rank = chat_list_rank(of_tenant, of_chat, c.last_message_id)
    where c.tenant_id = of_tenant and c.chat_id = of_chat
    returning c.version, c.message_count, c.last_message_at, c.list_rank, c.state, c.archived_at
  ), listed as (
    update chat_members m set list_rank = n.list_rank, last_message_at = n.last_message_at, state = n.state
    from (
      select o.member_id, c.last_message_at, c.state, case when o.deleted_at is null
        then member_list_rank(c.archived_at, o.unread_count, c.list_rank) end as list_rank
      from chat_members o cross join changed c
      where o.tenant_id = of_tenant and o.chat_id = of_chat and o.role = 'TeamsUser'
    ) n
    where m.tenant_id = of_tenant and m.chat_id = of_chat and m.member_id = n.member_id
      and (m.list_rank, m.last_message_at, m.state) is distinct from (n.list_rank, n.last_message_at, n.state)
  )
  select c.version, c.message_count, c.list_rank = 1 from changed c;
end $$;
