-- The chats that bare-commit.sql writes to, by number.
create table if not exists bench_chats (n integer primary key, tenant_id uuid, chat_id uuid, author_id uuid);
insert into bench_chats
  select row_number() over (order by chat_id), tenant_id, chat_id, created_by from chats where name = 'For sends'
  on conflict do nothing;
