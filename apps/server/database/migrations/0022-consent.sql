-- The ledger of consent: docs/product.md#consent-to-texts. Its entries name a phone by a random key, so that they identify no
-- one once the number is erased.
create table consent_people (
  tenant_id uuid not null references tenants,
  person_key uuid not null,
  -- In the first spelling of phone_spellings. Null if it was erased.
  number text,
  primary key (tenant_id, person_key)
);
create unique index consent_people_number on consent_people (tenant_id, number);

-- Ids are UUIDv7: they sort in the order in which the entries were recorded.
create table consent_entries (
  tenant_id uuid not null,
  entry_id uuid not null,
  person_key uuid not null,
  line_id uuid not null,
  state text not null check (state in ('asked', 'granted', 'refused', 'revoked')),
  source text not null check (source in
    ('keyword', 'twilio', 'twilioError', 'manual', 'form', 'written', 'spoken', 'import', 'api')),
  happened_at timestamptz not null,
  recorded_at timestamptz not null,
  -- The user. Null: the phone.
  recorded_by uuid,
  -- The text that it came from.
  chat_id uuid,
  message_id uuid check ((chat_id is null) = (message_id is null)),
  primary key (tenant_id, entry_id),
  foreign key (tenant_id, person_key) references consent_people (tenant_id, person_key),
  foreign key (tenant_id, line_id) references lines (tenant_id, number_id)
);
create index consent_entries_person on consent_entries (tenant_id, person_key, line_id, happened_at, entry_id);

-- Apart from the entries, because an erasure deletes it.
create table consent_evidence (
  tenant_id uuid not null,
  entry_id uuid not null,
  wording text not null,
  address text not null,
  primary key (tenant_id, entry_id),
  foreign key (tenant_id, entry_id) references consent_entries (tenant_id, entry_id)
);

-- The written consents in force, as opt_outs has the refusals: consent-state.ts derives both from the entries.
create table written_consents (
  tenant_id uuid not null,
  line_id uuid not null,
  number text not null,
  since timestamptz not null,
  primary key (tenant_id, line_id, number),
  foreign key (tenant_id, line_id) references lines (tenant_id, number_id)
);

create index written_consents_phone on written_consents (tenant_id, number);

alter table lines
  add column consent text not null default 'off' check (consent in ('off', 'warn', 'block')),
  add column consent_request text;

create function reject_consent_change() returns trigger
language plpgsql as $$
begin
  raise exception 'The ledger of consent is append-only.';
end $$;
create trigger consent_entries_append_only before update or delete or truncate on consent_entries
  for each statement execute function reject_consent_change();

-- The same as in phone_spellings.sql, which may not have been applied yet.
create or replace function phone_spellings(number text) returns text[]
language sql immutable parallel safe as $$
  select case
    when number ~ '^\+521?[2-9]\d{9}$' then array['+52' || right(number, 10), '+521' || right(number, 10)]
    when number ~ '^\+549?[1-3]\d{9}$' then array['+54' || right(number, 10), '+549' || right(number, 10)]
    when number ~ '^\+55([14689][1-9]|2[12478]|3[1-578]|5[13-5]|7[13-579])9?(?!7[0789])[6-9]\d{7}$'
      then array[left(number, 5) || '9' || right(number, 8), left(number, 5) || right(number, 8)]
    else array[number]
  end
$$;

-- The previous version records opt-outs here while it still runs.
create function keep_opt_out_change() returns trigger
language plpgsql as $$
declare
  person uuid;
begin
  insert into consent_people (tenant_id, person_key, number)
  values (new.tenant_id, gen_random_uuid(), (phone_spellings(new.number))[1])
  on conflict (tenant_id, number) do update set number = excluded.number
  returning person_key into person;
  insert into consent_entries (tenant_id, entry_id, person_key, line_id, state, source, happened_at, recorded_at, recorded_by)
  values (new.tenant_id, new.change_id, person, new.line_id,
    case new.wish when 'stop' then 'revoked' else 'granted' end,
    case new.source when 'refused' then 'twilioError' else new.source end,
    new.changed_at, new.changed_at, new.done_by);
  return null;
end $$;
create trigger opt_out_changes_ledger after insert on opt_out_changes
  for each row execute function keep_opt_out_change();

-- Today's opt-outs become the first entries.
insert into consent_people (tenant_id, person_key, number)
select tenant_id, gen_random_uuid(), number
from (select distinct tenant_id, (phone_spellings(number))[1] as number from opt_out_changes) as p;

insert into consent_entries (tenant_id, entry_id, person_key, line_id, state, source, happened_at, recorded_at, recorded_by)
select c.tenant_id, c.change_id, p.person_key, c.line_id,
  case c.wish when 'stop' then 'revoked' else 'granted' end,
  case c.source when 'refused' then 'twilioError' else c.source end,
  c.changed_at, c.changed_at, c.done_by
from opt_out_changes c
  join consent_people p on p.tenant_id = c.tenant_id and p.number = (phone_spellings(c.number))[1];

-- A START that took back a STOP is a consent in writing.
insert into written_consents (tenant_id, line_id, number, since)
select tenant_id, line_id, number, happened_at
from (
  select distinct on (e.tenant_id, e.line_id, p.number) e.tenant_id, e.line_id, p.number, e.happened_at, e.state, e.source
  from consent_entries e join consent_people p using (tenant_id, person_key)
  order by e.tenant_id, e.line_id, p.number, e.happened_at desc, e.entry_id desc
) as last
where state = 'granted' and source <> 'manual';
