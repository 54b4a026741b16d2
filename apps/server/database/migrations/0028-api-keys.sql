-- Keys for programs: docs/product.md#api-keys.

create table api_keys (
  tenant_id uuid not null references tenants,
  key_id uuid not null,
  name text not null,
  scopes text[] not null,
  -- Null: all lines.
  line_ids uuid[],
  -- SHA-256. Keys are found by it, before their tenant is known.
  token_hash bytea not null unique,
  last_four text not null,
  -- The token before works until then.
  previous_hash bytea unique,
  previous_until timestamptz,
  ends_at timestamptz,
  -- To the minute.
  last_used_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  -- Its name stays with what it wrote.
  revoked_at timestamptz,
  primary key (tenant_id, key_id)
);

-- A third role. A wider check would be a new rule.
alter table chat_members drop constraint chat_members_role_check;

-- Keys change contacts, too.
alter table contact_changes drop constraint contact_changes_tenant_id_done_by_fkey;

-- A key counts as disabled: it reads nothing, and nobody waits for it.
create or replace view people as
  select tenant_id, user_id as member_id, 'TeamsUser' as role, name, null as number, not enabled as disabled,
    left_directory_at
  from users
  union all
  select tenant_id, number_id, 'ExternalMobile', name, number, disabled or deleted_at is not null, null
  from contacts
  union all
  select tenant_id, key_id, 'ApiKey', name, null, true, null
  from api_keys;
