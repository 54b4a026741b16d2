-- People who left the directory count as disabled.

-- Whether the person counts: no Admin has disabled them, and they have not left the directory.
alter table users
  add column enabled boolean not null generated always as (not disabled and left_directory_at is null) stored;

-- `left_directory_at` is null for contacts.
create or replace view people as
  select tenant_id, user_id as member_id, 'TeamsUser' as role, name, null as number, not enabled as disabled,
    left_directory_at
  from users
  union all
  select tenant_id, number_id, 'ExternalMobile', name, number, disabled or deleted_at is not null, null
  from contacts;

-- Chats whose last message was unread only by people who had already left.
with changed as (
  update chats c set version = version + 1, list_rank = 0
  where c.archived_at is null and c.list_rank = 1
    and exists (
      select from chat_members m join users u on u.tenant_id = m.tenant_id and u.user_id = m.member_id
      where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.deleted_at is null
        and u.left_directory_at is not null)
    and (
      select count(*) from deliveries d
      where d.tenant_id = c.tenant_id and d.message_id = c.last_message_id and d.part = 1
    ) >= (
      select count(*) from chat_members m join people p using (tenant_id, member_id, role)
      where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.deleted_at is null and not p.disabled)
  returning c.tenant_id, c.chat_id
)
update chat_members m set list_rank = 0
from changed c
where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.list_rank = 1;
