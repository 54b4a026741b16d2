-- Whether a chat is named after its phones until a person names it.
alter table chats add column auto_named boolean not null default false;

-- Open chats that are named after one of their phones; those with several are now named after all.
with named as (
  select c.tenant_id, c.chat_id, c.name, array_agg(p.name order by m.added_at, p.name, m.member_id) as phones
  from chats c
    join chat_members m using (tenant_id, chat_id)
    join people p using (tenant_id, member_id, role)
  where c.archived_at is null and m.deleted_at is null and m.role = 'ExternalMobile'
  group by c.tenant_id, c.chat_id, c.name
)
update chats c
set auto_named = true,
  name = case
    when cardinality(n.phones) = 1 then c.name
    when cardinality(n.phones) = 2 and length(n.phones[1] || n.phones[2]) <= 198 then n.phones[1] || ', ' || n.phones[2]
    else left(n.phones[1], 194) || ' +' || cardinality(n.phones) - 1
  end
from named n
where c.tenant_id = n.tenant_id and c.chat_id = n.chat_id and n.name = any(n.phones);
