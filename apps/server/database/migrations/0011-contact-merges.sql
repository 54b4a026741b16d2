-- Contacts whose numbers are spellings of one phone, and became one contact. A merge can be reversed.

create table contact_merges (
  tenant_id uuid not null references tenants,
  merge_id uuid not null,
  merged_at timestamptz not null,
  reversed_at timestamptz,
  kept_id uuid not null,
  merged_id uuid not null,
  -- The kept contact before: its number, name, and whether it was disabled.
  kept_before json not null,
  -- The chats that the merge changed.
  chats json not null,
  primary key (tenant_id, merge_id)
);
