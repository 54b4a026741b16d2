-- Erasing a contact: docs/product.md#erasing-a-contact.

-- The contact, phone, or chat that an entry is about.
alter table audit_log add column about uuid;
create index audit_log_about on audit_log (tenant_id, about) where about is not null;

-- The number of someone who was erased and had opted out, hashed with the tenant's key.
alter table consent_people add column phone_hash bytea;
create index consent_people_hash on consent_people (tenant_id, phone_hash) where phone_hash is not null;

create table erasure_keys (
  tenant_id uuid primary key references tenants,
  key_encrypted text not null
);

-- By ids alone, so that an erasure can be repeated after a restore.
create table erasures (
  tenant_id uuid not null references tenants,
  contact_id uuid not null,
  erased_at timestamptz not null,
  erased_by uuid not null,
  messages boolean not null,
  primary key (tenant_id, contact_id)
);
