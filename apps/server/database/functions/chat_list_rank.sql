-- 1 while the last message has fewer delivery records than the chat has enabled members, otherwise 0.
-- PL/pgSQL caches its plans; looking up members by key instead of through the view "people" leaves the planner no choice.
create or replace function chat_list_rank(of_tenant uuid, of_chat uuid, last_message uuid) returns smallint
language plpgsql stable as $$
begin
  return case when last_message is not null and (
    select count(*) from deliveries d where d.tenant_id = of_tenant and d.message_id = last_message and d.part = 1
  ) < (
    select count(*) from chat_members m
    where m.tenant_id = of_tenant and m.chat_id = of_chat and m.deleted_at is null and case m.role
      when 'TeamsUser' then exists (
        select from users u where u.tenant_id = of_tenant and u.user_id = m.member_id and u.enabled)
      when 'ApiKey' then false
      else exists (
        select from contacts n
        where n.tenant_id = of_tenant and n.number_id = m.member_id and not (n.disabled or n.deleted_at is not null))
      end
  ) then 1 else 0 end;
end $$;
