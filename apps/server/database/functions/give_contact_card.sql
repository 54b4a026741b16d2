-- Every phone belongs to a contact. A new phone, or one restored after its contact was deleted, gets a contact with its name.
create or replace function give_contact_card() returns trigger
language plpgsql as $$
begin
  if not exists (
    select from contact_phones p where p.tenant_id = new.tenant_id and p.number_id = new.number_id
  ) then
    insert into contact_cards (tenant_id, contact_id, name, phones, created_at)
    values (new.tenant_id, new.number_id, new.name, array[new.number], new.created_at);
    insert into contact_phones (tenant_id, number_id, contact_id)
    values (new.tenant_id, new.number_id, new.number_id);
  end if;
  return null;
end $$;

create or replace trigger contacts_card after insert or update of deleted_at on contacts
  for each row when (new.deleted_at is null) execute function give_contact_card();

-- A contact is renamed with its only phone, if both had the same name.
create or replace function rename_contact_card() returns trigger
language plpgsql as $$
begin
  update contact_cards c set name = new.name
  from contact_phones p
  where p.tenant_id = new.tenant_id and p.number_id = new.number_id
    and c.tenant_id = p.tenant_id and c.contact_id = p.contact_id and c.name = old.name
    and not exists (
      select from contact_phones o join contacts n on n.tenant_id = o.tenant_id and n.number_id = o.number_id
      where o.tenant_id = p.tenant_id and o.contact_id = p.contact_id and o.number_id <> p.number_id
        and n.deleted_at is null);
  return null;
end $$;

create or replace trigger contacts_card_name after update of name on contacts
  for each row when (new.name <> old.name) execute function rename_contact_card();

-- A contact is found by the numbers of its phones, and by their names where they differ from its own.
create or replace function refresh_contact_phones(of_tenant uuid, of_contact uuid) returns void
language plpgsql as $$
begin
  update contact_cards c set phones = f.phones
  from (
    select coalesce(array_agg(n.number order by n.number) filter (where n.number is not null), '{}')
      || coalesce(array_agg(n.name order by n.number) filter (where n.name <> o.name), '{}') as phones
    from contact_cards o
      left join contact_phones p on p.tenant_id = o.tenant_id and p.contact_id = o.contact_id
      left join contacts n on n.tenant_id = p.tenant_id and n.number_id = p.number_id and n.deleted_at is null
    where o.tenant_id = of_tenant and o.contact_id = of_contact
  ) f
  where c.tenant_id = of_tenant and c.contact_id = of_contact and c.phones <> f.phones;
end $$;

create or replace function follow_phone() returns trigger
language plpgsql as $$
begin
  perform refresh_contact_phones(p.tenant_id, p.contact_id) from contact_phones p
  where p.tenant_id = new.tenant_id and p.number_id = new.number_id;
  return null;
end $$;

-- Named to fire after the triggers that create and rename the contact.
create or replace trigger contacts_card_phones after update of number, name, deleted_at on contacts
  for each row execute function follow_phone();

-- A phone that leaves a contact on legal hold extends the hold to its new contact.
create or replace function follow_moved_phone() returns trigger
language plpgsql as $$
begin
  insert into legal_holds (tenant_id, hold_id, contact_id, reason, placed_by, placed_at)
  select h.tenant_id, gen_random_uuid(), new.contact_id, h.reason, h.placed_by, h.placed_at
  from legal_holds h where h.tenant_id = old.tenant_id and h.contact_id = old.contact_id
  on conflict (tenant_id, contact_id) where contact_id is not null do nothing;
  perform refresh_contact_phones(old.tenant_id, old.contact_id);
  perform refresh_contact_phones(new.tenant_id, new.contact_id);
  return null;
end $$;

-- Merges the contacts of two spellings of one phone. A contact that people have changed stays, without the phone.
create or replace function merge_contact_cards() returns trigger
language plpgsql as $$
declare
  of_merged uuid;
begin
  select p.contact_id into of_merged from contact_phones p
  where p.tenant_id = new.tenant_id and p.number_id = new.merged_id;
  update contact_phones p set contact_id = k.contact_id
  from contact_phones k
  where k.tenant_id = new.tenant_id and k.number_id = new.kept_id
    and p.tenant_id = new.tenant_id and p.number_id = new.merged_id;
  delete from contact_cards c
  where c.tenant_id = new.tenant_id and c.contact_id = of_merged
    and not exists (select from contact_phones p where p.tenant_id = c.tenant_id and p.contact_id = c.contact_id)
    and not exists (select from contact_changes h where h.tenant_id = c.tenant_id and h.contact_id = c.contact_id);
  return null;
end $$;

-- Only once the tables exist. Includes phones that the previous version added between the migration and these triggers.
do $$
begin
  if to_regclass('contact_phones') is null then return; end if;
  create or replace trigger contact_phones_card after update of contact_id on contact_phones
    for each row when (old.contact_id <> new.contact_id) execute function follow_moved_phone();
  create or replace trigger contact_merges_card after insert on contact_merges
    for each row execute function merge_contact_cards();
  insert into contact_cards (tenant_id, contact_id, name, phones, created_at)
  select n.tenant_id, n.number_id, n.name, array[n.number], n.created_at from contacts n
  where n.deleted_at is null and not exists (
    select from contact_phones p where p.tenant_id = n.tenant_id and p.number_id = n.number_id);
  insert into contact_phones (tenant_id, number_id, contact_id)
  select n.tenant_id, n.number_id, n.number_id from contacts n
  where n.deleted_at is null and not exists (
    select from contact_phones p where p.tenant_id = n.tenant_id and p.number_id = n.number_id);
end $$;
