-- Imports of contacts, each row with what it did, so that it can be undone.

create table contact_imports (
  tenant_id uuid not null references tenants,
  -- UUIDv7: later ones are greater.
  import_id uuid not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  file_name text not null,
  duplicates text not null check (duplicates in ('skip', 'fill', 'overwrite')),
  state text not null check (state in ('running', 'finished', 'undoing', 'undone')),
  -- The columns of the file, and where each of them went.
  headings text[] not null,
  targets text[] not null,
  total integer not null,
  -- Parts that are imported, and the row in the file that was the last one.
  parts integer not null default 0,
  last_row integer not null default 0,
  done integer not null default 0,
  added integer not null default 0,
  filled integer not null default 0,
  overwritten integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  -- Undo begins with the last row. It has reached this one.
  undone_from integer,
  undone integer not null default 0,
  kept integer not null default 0,
  primary key (tenant_id, import_id),
  foreign key (tenant_id, created_by) references users (tenant_id, user_id)
);

-- Dropped after 30 days. A contact may be gone by then.
create table contact_import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  outcome text not null check (outcome in ('added', 'filled', 'overwritten', 'skipped', 'refused')),
  contact_id uuid,
  name text not null,
  reasons text[] not null,
  -- The values that the row changed on a contact that was there: before, and after.
  changes jsonb,
  -- What Undo did: null before it.
  undo text check (undo in ('undone', 'kept', 'gone')),
  undo_reasons text[] not null default '{}',
  primary key (tenant_id, import_id, row_number),
  foreign key (tenant_id, import_id) references contact_imports on delete cascade
);

-- The import that made a change, or whose Undo did. Undo tells its own changes from those of people.
alter table contact_changes
  add column import_id uuid,
  add column is_undo boolean not null default false;

-- An import adds a contact with all of its phones before the phones, so that none of them gets a contact of its own first.
alter table contact_phones
  alter constraint contact_phones_tenant_id_number_id_fkey deferrable initially immediate;

-- Emails for comparison, each with the beginning of the tenant's ID.
create function contact_email_keys(tenant_id uuid, emails text[]) returns text[]
language sql immutable strict parallel safe as $$
  select array_agg(left(tenant_id::text, 8) || lower(email)) from unnest(emails) email
$$;

-- Few contacts have emails yet, so that the index takes little time.
create index contact_cards_emails on contact_cards using gin (contact_email_keys(tenant_id, emails))
  with (fastupdate = off) where emails <> '{}';
