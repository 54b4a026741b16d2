-- Stores texts from phones, each once, and returns the new ones. One whose chat is known (see find_known_chats) is stored as
-- processed and returned with its chat, which is locked: the caller adds its message in the same transaction. It never waits for
-- a chat: if another transaction has locked it, the text is routed later, like those without "from_number". The webhooks'
-- parameters are a separate argument, because only their JSON may have NUL characters. Stores none if an account has changed
-- since it signed.
create or replace function keep_texts(texts json, all_parameters json[])
returns table (place integer, chat_id uuid, sent_by uuid, is_from_line boolean)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  locked json;
begin
  with free as (
    select c.tenant_id, c.chat_id from chats c
    where (c.tenant_id, c.chat_id) in (select k.tenant_id, k.chat_id from find_known_chats(texts) k)
    for update skip locked
  )
  select coalesce(json_agg(f), '[]') into locked from free f;
  perform reject_changed_accounts(texts);

  return query
  with given as materialized (
    -- The same order in all processes, to avoid deadlocks.
    select distinct on (tenant_id, account_sid, message_sid) *
    from json_to_recordset(texts) as r (place integer, tenant_id uuid, account_sid text, message_sid text, sender text,
      recovered boolean, request_id uuid, received_at timestamptz)
    order by tenant_id, account_sid, message_sid, place
  ), known as materialized (
    -- Repeat the lookup, now that the chats are locked.
    select k.* from find_known_chats(texts) k
      join json_to_recordset(locked) as f (tenant_id uuid, chat_id uuid) using (tenant_id, chat_id)
  ), stored as (
    insert into provider_events as e (tenant_id, account_sid, message_sid, sender, parameters, recovered, request_id,
      received_at, next_try_at, processed_at)
    select r.tenant_id, r.account_sid, r.message_sid, r.sender, all_parameters[r.place + 1], r.recovered, r.request_id,
      r.received_at, r.received_at, case when k.place is not null then r.received_at end
    from given r left join known k on k.place = r.place
    order by r.tenant_id, r.account_sid, r.message_sid
    on conflict (tenant_id, account_sid, message_sid) do nothing
    returning e.tenant_id, e.account_sid, e.message_sid
  )
  select r.place, k.chat_id, k.sent_by, k.is_from_line
  from stored s join given r using (tenant_id, account_sid, message_sid) left join known k on k.place = r.place;
end $$;
