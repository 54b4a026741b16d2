-- psql -v number=… -v texts=… -v chats=…: queues texts of the line's tenant, spread over its lines and
-- new chats.
begin;

create temporary table queues on commit drop as
select tenant_id, number_id, row_number() over (order by number) - 1 as n
from lines
where in_use and tenant_id = (select tenant_id from lines where in_use and number = :'number');

create temporary table backlog on commit drop as
select queues.tenant_id, queues.number_id, gen_random_uuid() as chat_id, chat as n
from generate_series(0, :chats - 1) chat join queues on queues.n = chat % (select count(*) from queues);

insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
select tenant_id, chat_id, number_id, 'Backlog ' || n, now(), now() from backlog;

-- UUIDv7, like the IDs of messages.
create temporary table texts on commit drop as
select backlog.*, text as nth, (
  lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(text), 15, '0')
)::uuid as id
from generate_series(1, :texts) text join backlog on backlog.n = text % :chats;

insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
select tenant_id, id, chat_id, 'Backlog ' || nth, now(), id from texts;

insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at, from_number_id,
  to_number, body, due_at)
select tenant_id, id, id, chat_id, id, 'queued', now(), number_id, '+1303' || lpad(n::text, 7, '0'), 'Backlog ' || nth,
  now()
from texts;

commit;
analyze chats, all_messages, deliveries;
