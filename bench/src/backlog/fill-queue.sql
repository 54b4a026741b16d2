-- psql -v number=… -v texts=… -v chats=…: puts texts of the number's tenant into the queue, spread over its numbers and
-- over new chats.
begin;

create temporary table lanes on commit drop as
select tenant_id, number_id, row_number() over (order by number) - 1 as n
from provider_numbers
where in_use and tenant_id = (select tenant_id from provider_numbers where in_use and number = :'number');

create temporary table backlog on commit drop as
select lanes.tenant_id, lanes.number_id, gen_random_uuid() as chat_id, chat as n
from generate_series(0, :chats - 1) chat join lanes on lanes.n = chat % (select count(*) from lanes);

insert into chats (tenant_id, chat_id, number_id, name, last_message_at, created_at)
select tenant_id, chat_id, number_id, 'Backlog ' || n, now(), now() from backlog;

-- Ids that grow as those of messages do: UUIDv7.
create temporary table texts on commit drop as
select backlog.*, text as nth, (
  lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(text), 15, '0')
)::uuid as id
from generate_series(1, :texts) text join backlog on backlog.n = text % :chats;

insert into messages (tenant_id, message_id, chat_id, text, sent_on, sent_by)
select tenant_id, id, chat_id, 'Backlog ' || nth, now(), id from texts;

insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_on, from_number_id,
  to_number, body, due_at)
select tenant_id, id, id, chat_id, id, 'queued', now(), number_id, '+1303' || lpad(n::text, 7, '0'), 'Backlog ' || nth,
  now()
from texts;

commit;
analyze chats, messages, deliveries;
