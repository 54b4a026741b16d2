-- Records the hour of the last text on the contacts of its chat, except those it was not sent to. Hours are precise enough for
-- sorting, and save most texts the write. Skips contacts that another transaction is changing, so that none waits for another
-- here.
create or replace function note_last_texts(added_messages json) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  with texted as (
    select p.tenant_id, p.contact_id, date_trunc('hour', max(t.sent_at), 'UTC') as hour
    from json_to_recordset(added_messages) as t (
        tenant_id uuid, message_id uuid, chat_id uuid, sent_at timestamptz, automatic text)
      -- From the chat to its phones: PostgreSQL could otherwise look for each phone of the tenant in the chat.
      cross join lateral (
        select * from chat_members m
        where m.tenant_id = t.tenant_id and m.chat_id = t.chat_id and m.role = 'ExternalMobile' and m.deleted_at is null
        offset 0) m
      join contact_phones p on p.tenant_id = m.tenant_id and p.number_id = m.member_id
    where t.automatic is null
      and (
        select bool_and(d.status = 'skipped') from deliveries d
        where d.tenant_id = t.tenant_id and d.message_id = t.message_id and d.member_id = m.member_id
      ) is not true
    group by p.tenant_id, p.contact_id
  ), locked as (
    select c.tenant_id, c.contact_id, t.hour
    from texted t join contact_cards c on c.tenant_id = t.tenant_id and c.contact_id = t.contact_id
      and coalesce(c.last_text_at, '-infinity') < t.hour
    for no key update of c skip locked
  )
  update contact_cards c set last_text_at = l.hour
  from locked l
  where c.tenant_id = l.tenant_id and c.contact_id = l.contact_id;
end $$;
