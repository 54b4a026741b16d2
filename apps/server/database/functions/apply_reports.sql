-- Applies Twilio's reports to their deliveries, and returns the rows of advance_deliveries. A report without a delivery is stored
-- for the first of its tenants. Applies none if an account has changed since it signed.
create or replace function apply_reports(reports json)
returns table (place integer, tenant_id uuid, chat_id uuid, delivery_id uuid, request_id uuid, records json,
  version bigint, has_unread boolean, failed_count integer, reopened boolean)
language plpgsql set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  found_ones json;
begin
  perform from chats c
  where (c.tenant_id, c.chat_id) in (select f.tenant_id, f.chat_id from find_reported(reports) f)
  order by c.tenant_id, c.chat_id
  for update;
  perform reject_changed_accounts(reports);
  -- Repeat the lookup, now that the chats are locked.
  select coalesce(json_agg(f), '[]') into found_ones from find_reported(reports) f;

  insert into provider_statuses (tenant_id, message_sid, status, error_code, received_at)
  select r.tenant_ids[1], r.provider_sid, r.twilio_status, r.twilio_error, r.updated_at
  from json_to_recordset(reports) as r (place integer, tenant_ids uuid[], provider_sid text, twilio_status text,
    twilio_error integer, updated_at timestamptz)
  where r.place not in (select f.place from json_to_recordset(found_ones) as f (place integer))
    and r.tenant_ids <> '{}'
  order by 1, 2, 3
  on conflict do nothing;

  return query
  select * from advance_deliveries((
    select coalesce(json_agg(r.report || jsonb_build_object(
      'tenant_id', f.tenant_id, 'chat_id', f.chat_id, 'delivery_id', f.delivery_id)), '[]')
    from json_to_recordset(found_ones) as f (place integer, tenant_id uuid, chat_id uuid, delivery_id uuid, is_over boolean)
    join (select value::jsonb as report from json_array_elements(reports)) r on (r.report ->> 'place')::integer = f.place
    where not f.is_over
  ));
end $$;
