-- Counts messages of a chat's team with a failed text that no one has handled.
create or replace function count_failures(of_tenant uuid, of_chat uuid) returns integer
language plpgsql stable as $$
begin
  return (
    select count(distinct d.message_id)
    from deliveries d join messages m using (tenant_id, message_id)
    where d.tenant_id = of_tenant and d.chat_id = of_chat
      and d.status in ('failed', 'undelivered', 'unknown') and d.dismissed_at is null
      and exists (
        select from chat_members s
        where s.tenant_id = of_tenant and s.chat_id = of_chat and s.member_id = m.sent_by and s.role in ('TeamsUser', 'ApiKey'))
  );
end $$;
