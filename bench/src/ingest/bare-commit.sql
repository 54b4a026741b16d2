-- The rows of one message to three phones in one prepared statement, without any server.
\set n random(1, :chats)
with new as materialized (
  select clock_timestamp() as at, overlay(gen_random_uuid()::text placing left(ms, 8) || '-' || right(ms, 4) from 1)::uuid as id
  from lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') ms
), chat as (
  update chats c set version = c.version + 1, message_count = c.message_count + 1, last_message_id = new.id,
    last_message_at = new.at, list_rank = 1
  from bench_chats b, new
  where b.n = :n and c.tenant_id = b.tenant_id and c.chat_id = b.chat_id
  returning c.tenant_id, c.chat_id, c.number_id, b.author_id, new.id, new.at
), message as (
  insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
  select tenant_id, id, chat_id, 'Good afternoon, Thursday at half past ten works well for both of us. Shall we bring the papers from the last visit?', at, author_id
  from chat
), delivery as (
  insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at, from_number_id,
    to_number, body, due_at)
  select c.tenant_id, gen_random_uuid(), c.id, c.chat_id, m.member_id,
    case when p.number is null then 'read' else 'queued' end, c.at,
    case when p.number is not null then c.number_id end, p.number,
    case when p.number is not null then 'Good afternoon, Thursday at half past ten works well for both of us. Shall we bring the papers from the last visit?' end,
    case when p.number is not null then c.at end
  from chat c
    join chat_members m using (tenant_id, chat_id)
    left join contacts p on p.tenant_id = m.tenant_id and p.number_id = m.member_id
  where p.number is not null or m.member_id = c.author_id
), key as (
  insert into idempotency_keys (tenant_id, user_id, call, key, fingerprint, result_id, created_at)
  select tenant_id, author_id, 'messages.send', gen_random_uuid()::text, sha256(id::text::bytea), id, at from chat
)
update chat_members m set unread_count = m.unread_count + (m.member_id <> c.author_id)::integer,
  list_rank = case when m.member_id = c.author_id then 1 else 2 end, last_message_at = c.at
from chat c
where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.role = 'TeamsUser';
