-- Adds messages to locked chats, in order; those that were pending are sent. The parameters are JSON arrays of rows in the
-- columns of their tables. Each message also has the resulting list rank of its chat and since when the chat waits for an answer
-- (-infinity if it does not); an inbound text also has the chat's count of unclaimed texts.
-- Automatic messages change neither lists nor unread counts, and notify no one.
-- Returns a row for each message, in the same order.
create or replace function add_messages(
  added_messages json, added_media json, added_deliveries json, answered_requests json)
returns table (version bigint, message_count integer, has_unread boolean, unread_counts json)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  -- An upsert would compute the words of what was pending again.
  with given as materialized (
    select * from json_to_recordset(added_messages) as m (tenant_id uuid, message_id uuid, chat_id uuid, text text,
      sent_at timestamptz, sent_by uuid, parent_id uuid, provider_sid text, recovered boolean, automatic text)
  ), were_pending as (
    update all_messages p set state = 'sent', sent_at = m.sent_at, reason = null, owner_id = null
    from given m
    where p.tenant_id = m.tenant_id and p.message_id = m.message_id
    returning p.tenant_id, p.message_id
  )
  insert into all_messages (tenant_id, message_id, chat_id, text, sent_at, sent_by, parent_id, provider_sid, recovered,
    automatic)
  select m.tenant_id, m.message_id, m.chat_id, m.text, m.sent_at, m.sent_by, m.parent_id, m.provider_sid, m.recovered,
    m.automatic
  from given m
  where (m.tenant_id, m.message_id) not in (select p.tenant_id, p.message_id from were_pending p);

  insert into message_media (tenant_id, message_id, position, file_id, sent_at)
  select f.tenant_id, f.message_id, f.position, f.file_id, f.sent_at
  from json_to_recordset(added_media) as f (
    tenant_id uuid, message_id uuid, position smallint, file_id uuid, sent_at timestamptz)
  on conflict (tenant_id, message_id, position) do update set sent_at = excluded.sent_at;

  insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at, error_text,
    from_number_id, to_number, body, part, parts, due_at, expires_at, request_id)
  select d.tenant_id, d.delivery_id, d.message_id, d.chat_id, d.member_id, d.status, d.updated_at, d.error_text,
    d.from_number_id, d.to_number, d.body, d.part, d.parts, d.due_at, d.expires_at, d.request_id
  from json_to_recordset(added_deliveries) as d (tenant_id uuid, delivery_id uuid, message_id uuid, chat_id uuid,
    member_id uuid, status text, updated_at timestamptz, error_text text, from_number_id uuid, to_number text,
    body text, part smallint, parts smallint, due_at timestamptz, expires_at timestamptz, request_id uuid);

  insert into idempotency_keys (tenant_id, user_id, call, key, fingerprint, result_id, created_at)
  select r.tenant_id, r.user_id, r.call, r.key, decode(r.fingerprint, 'hex'), r.result_id, r.created_at
  from json_to_recordset(answered_requests) as r (tenant_id uuid, user_id uuid, call text, key text,
    fingerprint text, result_id uuid, created_at timestamptz);

  insert into notices (tenant_id, chat_id, kind, item_id, caused_by, happened_at)
  select m.tenant_id, m.chat_id, 'text', m.message_id, m.sent_by, m.sent_at
  from json_to_recordset(added_messages) as m (tenant_id uuid, message_id uuid, chat_id uuid, sent_at timestamptz,
    sent_by uuid, automatic text)
  where m.automatic is null;

  perform note_last_texts(added_messages);

  return query
  with added as materialized (
    select a.*, row_number() over (partition by a.tenant_id, a.chat_id order by a.place) as nth,
      count(*) over (partition by a.tenant_id, a.chat_id) as total,
      max(a.place) filter (where a.automatic is null) over (partition by a.tenant_id, a.chat_id) as listed_place,
      max(a.place) filter (where a.automatic is not null) over (partition by a.tenant_id, a.chat_id) as automatic_place
    from rows from (json_to_recordset(added_messages) as (tenant_id uuid, message_id uuid, chat_id uuid,
      sent_at timestamptz, sent_by uuid, automatic text, list_rank smallint, unclaimed_count integer, waiting_since timestamptz))
      with ordinality as a (
        tenant_id, message_id, chat_id, sent_at, sent_by, automatic, list_rank, unclaimed_count, waiting_since, place)
  ), changed as materialized (
    update chats c set
      version = c.version + a.total, message_count = c.message_count + a.total::integer,
      last_message_id = coalesce(l.message_id, c.last_message_id), last_message_at = coalesce(l.sent_at, c.last_message_at),
      list_rank = coalesce(l.list_rank, c.list_rank), unclaimed_count = coalesce(l.unclaimed_count, c.unclaimed_count),
      waiting_since = nullif(coalesce(l.waiting_since, c.waiting_since), '-infinity'),
      last_automatic_at = coalesce(s.sent_at, c.last_automatic_at)
    from added a
      left join added l on l.place = a.listed_place
      left join added s on s.place = a.automatic_place
    where a.nth = a.total and c.tenant_id = a.tenant_id and c.chat_id = a.chat_id
    returning c.tenant_id, c.chat_id, c.version - a.total as version_before,
      c.message_count - a.total::integer as count_before, c.last_message_at, c.list_rank, c.archived_at
  ), counted as materialized (
    select m.tenant_id, m.chat_id, m.member_id, a.place, a.nth = a.total as is_last,
      a.automatic is null and a.sent_by <> m.member_id as is_raised,
      m.unread_count + sum((a.automatic is null and a.sent_by <> m.member_id)::integer) over (
        partition by m.tenant_id, m.chat_id, m.member_id order by a.place)::integer as unread_count,
      c.last_message_at, c.list_rank, c.archived_at
    from changed c join added a using (tenant_id, chat_id) join chat_members m using (tenant_id, chat_id)
    where m.role = 'TeamsUser' and m.deleted_at is null
  ), listed as (
    update chat_members m set
      unread_count = n.unread_count, last_message_at = n.last_message_at,
      list_rank = member_list_rank(n.archived_at, n.unread_count, n.list_rank)
    from counted n
    where n.is_last and m.tenant_id = n.tenant_id and m.chat_id = n.chat_id and m.member_id = n.member_id
  )
  select c.version_before + a.nth, c.count_before + a.nth::integer, c.list_rank = 1, (
    select coalesce(json_object_agg(n.member_id, n.unread_count), '{}') from counted n
    where n.place = a.place and n.is_raised
  )
  from added a join changed c using (tenant_id, chat_id)
  order by a.place;
end $$;
