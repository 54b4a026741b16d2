-- Records that Twilio accepted these texts, whose outcomes it reports by callback. Locks the chats first. Returns the status of
-- each, whether reports arrived earlier, and whether later texts wait for its phone; no row if there is a later claim, because only
-- its reports count.
create or replace function accept_sends(accepted json)
returns table (place integer, status text, has_reports boolean, has_next boolean)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  perform from chats c
  where (c.tenant_id, c.chat_id) in (
    select a.tenant_id, a.chat_id from json_to_recordset(accepted) as a (tenant_id uuid, chat_id uuid))
  order by c.tenant_id, c.chat_id
  for update;

  return query
  with given as materialized (
    select * from json_to_recordset(accepted) as a (place integer, tenant_id uuid, delivery_id uuid,
      posted_at timestamptz, provider_sid text, check_at timestamptz)
  ), settled as (
    update deliveries d set provider_sid = a.provider_sid, leased_until = null,
      check_at = case when d.status in ('sending', 'sent', 'unknown') then a.check_at end
    from given a
    where d.tenant_id = a.tenant_id and d.delivery_id = a.delivery_id and d.posted_at = a.posted_at
    returning a.place, d.tenant_id, d.from_number_id, d.to_number, d.delivery_id, d.status, d.provider_sid
  ), earlier as (
    update deliveries d set earlier_sids = d.earlier_sids || a.provider_sid
    from given a
    where d.tenant_id = a.tenant_id and d.delivery_id = a.delivery_id and d.posted_at is distinct from a.posted_at
  )
  select s.place, s.status, exists (
      select from provider_statuses p where p.tenant_id = s.tenant_id and p.message_sid = s.provider_sid), exists (
      select from deliveries d
      where d.tenant_id = s.tenant_id and d.from_number_id = s.from_number_id and d.to_number = s.to_number
        and d.delivery_id > s.delivery_id
        and d.status in ('queued', 'sending') and d.provider_sid is null)
  from settled s;
end $$;
