-- How a line handles texts to a phone, 'warn' or 'block', while the phone lacks the written consent that the line requires before
-- its first text. Null if it is not required: the phone has given consent, has texted the line, or got a text from it. A request
-- for consent does not count. Members get nearly every text of a chat, so the last 200 are enough.
create or replace function lacks_consent(of_tenant uuid, of_line uuid, of_phone uuid, of_number text) returns text
language plpgsql stable as $$
declare
  requirement text;
begin
  select l.consent into requirement from lines l where l.tenant_id = of_tenant and l.number_id = of_line;
  if requirement = 'off'
    or exists (
      select from written_consents w
      where w.tenant_id = of_tenant and w.line_id = of_line and w.number = (phone_spellings(of_number))[1])
    or exists (
      select from chat_members m
        join chats c on c.tenant_id = m.tenant_id and c.chat_id = m.chat_id
        cross join lateral (
          select t.message_id, t.sent_by from messages t
          where t.tenant_id = c.tenant_id and t.chat_id = c.chat_id
          order by t.sent_at desc, t.message_id desc
          limit 200
        ) t
      where m.tenant_id = of_tenant and m.member_id = of_phone and m.role = 'ExternalMobile'
        and (t.sent_by = of_phone and c.number_id = of_line or exists (
          select from deliveries d
          where d.tenant_id = of_tenant and d.message_id = t.message_id and d.member_id = of_phone
            and d.status <> 'skipped' and d.from_number_id = of_line
            and not exists (
              select from consent_people p
                join consent_entries e on e.tenant_id = p.tenant_id and e.person_key = p.person_key
              where p.tenant_id = of_tenant and p.number = (phone_spellings(of_number))[1]
                and e.line_id = of_line and e.state = 'asked' and e.message_id = t.message_id))))
  then
    return null;
  end if;
  return requirement;
end $$;
