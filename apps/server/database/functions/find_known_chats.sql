-- The open chat of each of these texts, if it is known without creating anything: its line is in use, and its sender is an
-- enabled contact in a chat with that line. No row if the tenant is suspended or has changed its Twilio account, if an earlier
-- text of the sender is still waiting, or if the line may reply automatically.
create or replace function find_known_chats(texts json)
returns table (place integer, tenant_id uuid, chat_id uuid, sent_by uuid, is_from_line boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select r.place, m.tenant_id, m.chat_id, m.member_id, exists (
      select from lines o where o.in_use and o.number = any(phone_spellings(r.from_number)) and o.tenant_id = r.tenant_id)
  from json_to_recordset(texts) as r (
      place integer, tenant_id uuid, account_sid text, sender text, from_number text, to_number text)
    join tenants t on t.tenant_id = r.tenant_id and t.account_sid = r.account_sid and not t.suspended
    join lines l on l.in_use and l.number = r.to_number and l.tenant_id = r.tenant_id
      and l.away_reply is null and l.greeting is null
    join contacts n on n.tenant_id = r.tenant_id and n.number = r.from_number and n.deleted_at is null and not n.disabled
    -- Uses all three columns of the index: with two, PostgreSQL would read all entries of the tenant.
    cross join lateral (
      select * from chat_members m
      where m.tenant_id = r.tenant_id and m.holds_number_id = l.number_id and m.member_id = n.number_id
      offset 0) m
  where not exists (
    select from provider_events e where e.tenant_id = r.tenant_id and e.sender = r.sender and e.processed_at is null);
end $$;
