-- Claims sends for a process, each until its lease ends, and returns those that were due: the data for Twilio, and for the first
-- attempt the member's records and the chat's version. Locks the chats first. Texts to one phone are claimed in the order in which
-- they were written: a send is not claimed until Twilio has all earlier ones. Expired sends are not claimed: they are marked as
-- skipped for good, and returned. A send is left alone if its tenant's Twilio account is no longer the given one.
create or replace function claim_sends(sends json)
returns table (place integer, posted_at timestamptz, from_number text, body text, attempts integer, member_id uuid,
  opted_out boolean, allowed_countries text[], records json, version bigint, has_unread boolean)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  claims json;
begin
  perform from chats c
  where (c.tenant_id, c.chat_id) in (
    select s.tenant_id, s.chat_id from json_to_recordset(sends) as s (tenant_id uuid, chat_id uuid))
  order by c.tenant_id, c.chat_id
  for update;

  with given as materialized (
    select * from json_to_recordset(sends) as s (
      place integer, tenant_id uuid, delivery_id uuid, posted_at timestamptz, leased_until timestamptz, expired_text text,
      account text)
  ), claimed as (
    update deliveries d set due_at = null, posted_at = s.posted_at, attempts = d.attempts + 1,
      status = case when e.is_expired then 'skipped' else 'sending' end,
      error_text = case when e.is_expired then s.expired_text else d.error_text end,
      leased_until = case when e.is_expired then null else s.leased_until end,
      updated_at = case when d.status = 'sending' and not e.is_expired then d.updated_at else s.posted_at end
    from given s
      join deliveries o on o.tenant_id = s.tenant_id and o.delivery_id = s.delivery_id
      cross join lateral (select coalesce(o.expires_at <= s.posted_at, false) as is_expired) e,
      tenants t
    where d.tenant_id = s.tenant_id and d.delivery_id = s.delivery_id and d.due_at <= s.posted_at
      and d.status in ('queued', 'sending') and t.tenant_id = d.tenant_id and not t.suspended
      -- The previous version passes none.
      and coalesce(s.account = stored_account(t.account_sid, t.auth_token_encrypted), true)
      and not exists (
        select from deliveries e
        where e.tenant_id = d.tenant_id and e.from_number_id = d.from_number_id and e.to_number = d.to_number
          and e.status in ('queued', 'sending') and e.provider_sid is null
          and e.delivery_id < d.delivery_id)
    returning s.place, d.tenant_id, d.chat_id, d.delivery_id, d.attempts, d.attempts = 1 or e.is_expired as is_news
  )
  select json_agg(c) into claims from claimed c;

  return query
  with claimed as materialized (
    select * from json_to_recordset(claims) as c (
      place integer, tenant_id uuid, chat_id uuid, delivery_id uuid, attempts integer, is_news boolean)
  ), changed as (
    update chats c set version = c.version + 1
    from (select distinct f.tenant_id, f.chat_id from claimed f where f.is_news) f
    where c.tenant_id = f.tenant_id and c.chat_id = f.chat_id
    returning c.tenant_id, c.chat_id, c.version, c.list_rank = 1 as has_unread
  )
  select c.place, d.posted_at, l.number, d.body, d.attempts, d.member_id,
    exists (
      select from opt_outs o
      where o.tenant_id = d.tenant_id and o.line_id = d.from_number_id
        and o.number = any(phone_spellings(d.to_number))
    ), t.allowed_countries, member_records(d.tenant_id, d.message_id, d.member_id), h.version, h.has_unread
  from claimed c
    join deliveries d on d.tenant_id = c.tenant_id and d.delivery_id = c.delivery_id
    join lines l on l.tenant_id = d.tenant_id and l.number_id = d.from_number_id
    join tenants t on t.tenant_id = d.tenant_id
    left join changed h on h.tenant_id = c.tenant_id and h.chat_id = c.chat_id and c.is_news
  order by c.place;
end $$;
