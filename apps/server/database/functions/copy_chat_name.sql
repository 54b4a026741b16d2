-- Keeps chat_names in sync with the names of chats.
create or replace function copy_chat_name() returns trigger
language plpgsql as $$
begin
  insert into chat_names (tenant_id, chat_id, name) values (new.tenant_id, new.chat_id, new.name)
  on conflict (tenant_id, chat_id) do update set name = excluded.name;
  return null;
end $$;

create or replace trigger chats_name after insert or update of name on chats
  for each row execute function copy_chat_name();
