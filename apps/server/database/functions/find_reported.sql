-- Finds the delivery of each report: the one with the text's SID, or else the one that the URL names, if it has no SID yet. If
-- tenants share an account, the first tenant with a match. "is_over": the report is about an attempt before the text was resent.
create or replace function find_reported(reports json)
returns table (place integer, tenant_id uuid, chat_id uuid, delivery_id uuid, is_over boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select r.place, found.tenant_id, found.chat_id, found.delivery_id, found.is_over
  from json_to_recordset(reports) as r (place integer, tenant_ids uuid[], delivery_id uuid, provider_sid text)
  cross join lateral (
    select d.tenant_id, d.chat_id, d.delivery_id, r.provider_sid = any(d.earlier_sids) as is_over
    from unnest(r.tenant_ids) with ordinality as t (tenant_id, nth)
    cross join lateral (
      select * from deliveries d
      where d.tenant_id = t.tenant_id and (d.provider_sid = r.provider_sid or d.delivery_id = r.delivery_id)
      order by d.provider_sid is not distinct from r.provider_sid desc
      limit 1
    ) d
    where d.provider_sid is null or d.provider_sid = r.provider_sid or r.provider_sid = any(d.earlier_sids)
    order by t.nth
    limit 1
  ) found;
end $$;
