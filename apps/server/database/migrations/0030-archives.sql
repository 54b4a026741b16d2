-- Archives of organizations: docs/product.md#the-archive-of-an-organization.

create table archives (
  tenant_id uuid not null references tenants,
  -- UUIDv7: later ones are greater.
  archive_id uuid not null,
  created_by uuid not null,
  created_at timestamptz not null,
  -- In which its pages and tables show times.
  time_zone text not null,
  -- 'erased': a contact was erased. 'removed': canceled, deleted, or too old. The row goes after its parts.
  state text not null check (state in ('running', 'ready', 'failed', 'erased', 'removed')),
  -- Where the next part begins.
  position jsonb not null,
  -- Conversations that were read, also those of the part that is being written, and all.
  chats_done integer not null default 0,
  chats_total integer not null,
  -- The end of the lease of a process that works on it, or when it is tried again.
  due_at timestamptz not null,
  -- The first failure since a part was written, and the latest one.
  failing_since timestamptz,
  failure text check (failure in ('storageFull', 'storage', 'unknown')),
  -- When it stopped running.
  ended_at timestamptz,
  primary key (tenant_id, archive_id),
  foreign key (tenant_id, created_by) references users (tenant_id, user_id)
);
create unique index archives_running on archives (tenant_id) where state = 'running';

-- The ZIP files. A row is there before the bytes, so that no bytes stay that no row knows.
create table archive_parts (
  tenant_id uuid not null,
  archive_id uuid not null,
  part integer not null,
  -- Null while the bytes are being written.
  length integer,
  sha256 text,
  -- Its lines of the list of conversations, as CSV.
  conversations text not null default '',
  primary key (tenant_id, archive_id, part),
  foreign key (tenant_id, archive_id) references archives
);
