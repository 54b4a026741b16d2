-- A contact is a person with phones. Their phones are the rows of `contacts`, which were people of one phone each before, and
-- which the previous version reads and adds while it still runs: see give_contact_card.sql. Each gets a card of its own.

-- The words that find a contact. Beside those of its texts: every end of the words of its name and company, so that a prefix
-- search finds any part of a word. Words are lowercase, so the T of tags and the F of fields keep them apart.
create function contact_words(
  tenant_id uuid, name text, company text, emails text[], phones text[], tags text[], fields jsonb) returns tsvector
language plpgsql immutable strict parallel safe set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_variable
declare
  tenant constant text := left(tenant_id::text, 8);
  -- With its schema, because a restore has no search path.
  named constant text[] := public.search_words(tenant_id, name || ' ' || company);
begin
  return array_to_tsvector(named
    || public.search_words(tenant_id, array_to_string(emails || phones, ' '))
    || public.search_numbers(tenant_id, array_to_string(phones, E'\n'))
    || array(
      select tenant || right(word, length)
      from unnest(named) word, generate_series(3, length(word) - 9) length)
    || array(select tenant || 'T' || lower(tag) from unnest(tags) tag)
    || array(select tenant || 'F' || key || md5(lower(value)) from jsonb_each_text(fields)));
end $$;

create table contact_cards (
  tenant_id uuid not null,
  contact_id uuid not null,
  name text not null,
  company text not null default '',
  emails text[] not null default '{}',
  remarks text not null default '',
  tags text[] not null default '{}',
  time_zone text,
  language text,
  -- Values of contact_fields by their ids.
  fields jsonb not null default '{}',
  created_at timestamptz not null,
  -- The numbers and the names of its phones: see give_contact_card.sql.
  phones text[] not null default '{}',
  -- The hour of the last text in a chat with one of the phones: see note_last_texts.sql.
  last_text_at timestamptz,
  words tsvector generated always as (contact_words(tenant_id, name, company, emails, phones, tags, fields)) stored,
  primary key (tenant_id, contact_id)
);

-- A deleted phone keeps its contact, in case it comes back.
create table contact_phones (
  tenant_id uuid not null,
  number_id uuid not null,
  contact_id uuid not null,
  preferred boolean not null default false,
  primary key (tenant_id, number_id)
);

insert into contact_cards (tenant_id, contact_id, name, phones, created_at, last_text_at)
select n.tenant_id, n.number_id, n.name, array[n.number], n.created_at, t.hour
from contacts n left join (
  select m.tenant_id, m.member_id, date_trunc('hour', max(c.last_message_at), 'UTC') as hour
  from chat_members m join chats c on c.tenant_id = m.tenant_id and c.chat_id = m.chat_id
  where m.role = 'ExternalMobile'
  group by m.tenant_id, m.member_id
) t on t.tenant_id = n.tenant_id and t.member_id = n.number_id
where n.deleted_at is null;

insert into contact_phones (tenant_id, number_id, contact_id)
select tenant_id, contact_id, contact_id from contact_cards;

create index contact_cards_words on contact_cards using gin (words);
create index contact_cards_by_name on contact_cards (tenant_id, lower(name), contact_id);
create index contact_cards_by_text
  on contact_cards (tenant_id, coalesce(last_text_at, '-infinity'), lower(name), contact_id);
create index contact_cards_by_creation on contact_cards (tenant_id, created_at, contact_id);
create index contact_phones_contact on contact_phones (tenant_id, contact_id);

-- At the end, because a foreign key locks the table it refers to.
alter table contact_cards add foreign key (tenant_id) references tenants;
alter table contact_phones
  add foreign key (tenant_id, number_id) references contacts,
  add foreign key (tenant_id, contact_id) references contact_cards on delete cascade;

-- The spelling of each tag that is in use, or was.
create table contact_tags (
  tenant_id uuid not null references tenants,
  -- In lower case.
  tag_key text not null,
  tag text not null,
  primary key (tenant_id, tag_key)
);

create table contact_fields (
  tenant_id uuid not null references tenants,
  field_id uuid not null,
  position smallint not null,
  name text not null,
  kind text not null check (kind in ('text', 'number', 'date', 'choice')),
  choices text[] not null,
  primary key (tenant_id, field_id)
);

create table contact_views (
  tenant_id uuid not null,
  view_id uuid not null,
  created_by uuid not null,
  shared boolean not null,
  name text not null,
  -- The term, the filters, and the order.
  query jsonb not null,
  primary key (tenant_id, view_id),
  foreign key (tenant_id, created_by) references users (tenant_id, user_id)
);

-- Ids are UUIDv7: they sort in the order of the changes.
create table contact_changes (
  tenant_id uuid not null,
  contact_id uuid not null,
  change_id uuid not null,
  changed_at timestamptz not null,
  done_by uuid not null,
  kind text not null check (kind in ('added', 'changed', 'merged')),
  -- The name of the other contact.
  merged text check ((merged is null) = (kind <> 'merged')),
  changes jsonb not null,
  primary key (tenant_id, contact_id, change_id),
  foreign key (tenant_id, contact_id) references contact_cards (tenant_id, contact_id) on delete cascade,
  foreign key (tenant_id, done_by) references users (tenant_id, user_id)
);
