-- Phones whose number belongs to someone else by now: docs/product.md#contacts.

-- Such a phone never comes back: its number is another phone from then on.
alter table contacts add column reassigned_at timestamptz;

-- The phone of the former owner, whose entries these are. It has their number.
alter table consent_people
  add column former_phone_id uuid,
  add foreign key (tenant_id, former_phone_id) references contacts (tenant_id, number_id);
create index consent_people_former on consent_people (tenant_id, former_phone_id) where former_phone_id is not null;
