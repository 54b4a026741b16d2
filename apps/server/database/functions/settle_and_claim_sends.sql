-- Records accepted texts, and then claims others, in one round trip: see accept_sends and claim_sends. A claimed text may be the
-- next one to the phone of an accepted text. Locks the chats of both in one order, to avoid deadlocks.
create or replace function settle_and_claim_sends(accepted json, sends json)
returns table (place integer, status text, has_reports boolean, has_next boolean, posted_at timestamptz, from_number text,
  body text, attempts integer, member_id uuid, opted_out boolean, allowed_countries text[], records json, version bigint,
  has_unread boolean)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  if json_array_length(accepted) > 0 and json_array_length(sends) > 0 then
    perform from chats c
    where (c.tenant_id, c.chat_id) in (
      select s.tenant_id, s.chat_id from json_to_recordset(accepted) as s (tenant_id uuid, chat_id uuid)
      union all
      select s.tenant_id, s.chat_id from json_to_recordset(sends) as s (tenant_id uuid, chat_id uuid))
    order by c.tenant_id, c.chat_id
    for update;
  end if;

  if json_array_length(accepted) > 0 then
    return query
    select a.place, a.status, a.has_reports, a.has_next, null::timestamptz, null, null, null::integer, null::uuid,
      null::boolean, null::text[], null::json, null::bigint, null::boolean
    from accept_sends(accepted) a;
  end if;

  if json_array_length(sends) > 0 then
    return query
    select c.place, null, null::boolean, null::boolean, c.posted_at, c.from_number, c.body, c.attempts, c.member_id,
      c.opted_out, c.allowed_countries, c.records, c.version, c.has_unread
    from claim_sends(sends) c;
  end if;
end $$;
