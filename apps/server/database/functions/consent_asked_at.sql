-- When the phone was last asked for consent to texts from the line. Null if it was not.
create or replace function consent_asked_at(of_tenant uuid, of_line uuid, of_number text) returns timestamptz
language plpgsql stable as $$
begin
  return (
    select max(e.happened_at)
    from consent_people p join consent_entries e on e.tenant_id = p.tenant_id and e.person_key = p.person_key
    where p.tenant_id = of_tenant and p.number = (phone_spellings(of_number))[1]
      and e.line_id = of_line and e.state = 'asked'
  );
end $$;
