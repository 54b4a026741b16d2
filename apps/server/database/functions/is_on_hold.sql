-- Whether nothing in a chat may be deleted, because it or a current or former contact of it is on legal hold.
create or replace function is_on_hold(of_tenant uuid, of_chat uuid) returns boolean
language plpgsql stable as $$
begin
  return exists (select from legal_holds h where h.tenant_id = of_tenant and h.chat_id = of_chat)
    or exists (
      select from legal_holds h
        join contact_phones p on p.tenant_id = h.tenant_id and p.contact_id = h.contact_id
        join chat_members m on m.tenant_id = p.tenant_id and m.member_id = p.number_id
      where h.tenant_id = of_tenant and m.chat_id = of_chat and m.role = 'ExternalMobile');
end $$;
