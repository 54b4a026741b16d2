-- Where the chat is in a team member's list: above all others while they have unread messages, otherwise by the chat's
-- own rank. Null: in no list, because the chat is archived.
create or replace function member_list_rank(archived_at timestamptz, unread_count integer, chat_rank smallint)
returns smallint
language sql immutable as $$
  select case when archived_at is not null then null when unread_count > 0 then 2::smallint else chat_rank end
$$;
