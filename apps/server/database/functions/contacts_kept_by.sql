-- The contacts that a legal hold keeps from being deleted: its own, and those who are or were in a chat that it protects.
create or replace function contacts_kept_by(of_tenant uuid, of_chat uuid, of_contact uuid) returns uuid[]
language plpgsql stable as $$
begin
  return array(
    select of_contact where of_contact is not null
    union
    select p.contact_id from (
        select of_chat as chat_id
        union
        select i.chat_id from contact_phones o
          join chat_members i on i.tenant_id = o.tenant_id and i.member_id = o.number_id and i.role = 'ExternalMobile'
        where o.tenant_id = of_tenant and o.contact_id = of_contact
      ) c
      join chat_members m on m.tenant_id = of_tenant and m.chat_id = c.chat_id and m.role = 'ExternalMobile'
      join contact_phones p on p.tenant_id = m.tenant_id and p.number_id = m.member_id);
end $$;
