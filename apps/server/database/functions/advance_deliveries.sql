-- Advances deliveries, each of them once, and raises the version of their chats by one. Locks the chats first. Skips a move if
-- its delivery has a status that is not in "moves_from". Returns a row for each delivery that moved: the records of its member
-- (several for a text in parts), and the chat's fields after all moves. A new failure reopens the chat, and "unknown" counts as
-- one (count_failures).
create or replace function advance_deliveries(moves json)
returns table (place integer, tenant_id uuid, chat_id uuid, delivery_id uuid, request_id uuid, records json,
  version bigint, has_unread boolean, failed_count integer, reopened boolean)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  moved json;
begin
  perform from chats c
  where (c.tenant_id, c.chat_id) in (
    select m.tenant_id, m.chat_id from json_to_recordset(moves) as m (tenant_id uuid, chat_id uuid))
  order by c.tenant_id, c.chat_id
  for update;

  with given as materialized (
    select * from json_to_recordset(moves) as m (place integer, tenant_id uuid, delivery_id uuid, status text,
      moves_from text[], is_good boolean, updated_at timestamptz, due_at timestamptz, provider_sid text,
      error_code integer, error_text text, keeps_check boolean, check_at timestamptz, callback_at timestamptz)
  ), advanced as (
    update deliveries d set
      status = m.status, updated_at = m.updated_at, due_at = m.due_at, leased_until = null,
      provider_sid = coalesce(m.provider_sid, d.provider_sid),
      error_code = case when not m.is_good then coalesce(m.error_code, d.error_code) end,
      error_text = case when not m.is_good then coalesce(m.error_text, d.error_text) end,
      check_at = case when m.keeps_check then d.check_at else m.check_at end,
      callback_at = coalesce(m.callback_at, d.callback_at)
    from given m join deliveries before on before.tenant_id = m.tenant_id and before.delivery_id = m.delivery_id
    where d.tenant_id = m.tenant_id and d.delivery_id = m.delivery_id and d.status = any(m.moves_from)
    returning m.place, d.tenant_id, d.chat_id, d.delivery_id, d.message_id, d.member_id, d.request_id,
      '{failed,undelivered,unknown}'::text[] && array[d.status, before.status] as concerns_failures
  )
  select json_agg(a) into moved from advanced a;

  return query
  with advanced as materialized (
    select * from json_to_recordset(moved) as a (place integer, tenant_id uuid, chat_id uuid, delivery_id uuid,
      message_id uuid, member_id uuid, request_id uuid, concerns_failures boolean)
  ), of_chats as materialized (
    select a.tenant_id, a.chat_id,
      case when bool_or(a.concerns_failures) then count_failures(a.tenant_id, a.chat_id) end as failed_count
    from advanced a group by a.tenant_id, a.chat_id
  ), changed as (
    update chats c set version = c.version + 1, failed_count = coalesce(o.failed_count, c.failed_count),
      state = case when o.failed_count > c.failed_count then 'open' else c.state end,
      snoozed_until = case when o.failed_count > c.failed_count then null else c.snoozed_until end
    from of_chats o join chats before on before.tenant_id = o.tenant_id and before.chat_id = o.chat_id
    where c.tenant_id = o.tenant_id and c.chat_id = o.chat_id
    returning c.tenant_id, c.chat_id, c.version, c.list_rank = 1 as has_unread, o.failed_count,
      c.state <> before.state as reopened
  ), listed as (
    update chat_members m set state = 'open'
    from changed c
    where c.reopened and m.tenant_id = c.tenant_id and m.chat_id = c.chat_id
  )
  select a.place, a.tenant_id, a.chat_id, a.delivery_id, a.request_id,
    member_records(a.tenant_id, a.message_id, a.member_id), c.version, c.has_unread, c.failed_count, c.reopened
  from advanced a join changed c on c.tenant_id = a.tenant_id and c.chat_id = a.chat_id
  order by a.place;
end $$;
