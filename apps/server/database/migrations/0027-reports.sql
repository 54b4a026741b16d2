-- Reports: docs/product.md#reports.

create table report_settings (
  tenant_id uuid primary key references tenants,
  -- Days are those of this zone.
  time_zone text not null,
  goal_minutes integer check (goal_minutes > 0)
);

-- The days that were counted, as YYYY-MM-DD. A final one is not counted again.
create table report_days (
  tenant_id uuid not null references tenants,
  day text not null,
  counted_at timestamptz not null,
  -- How many were read.
  texts integer not null,
  final boolean not null,
  primary key (tenant_id, day)
);

-- What happened on a day: of everyone, and by line, person, and tag.
create table report_counts (
  tenant_id uuid not null references tenants,
  dimension text not null check (dimension in ('all', 'line', 'person', 'tag')),
  day text not null,
  -- The ID of a line or person, or a tag. Empty: everyone.
  subject text not null,
  counts jsonb not null,
  primary key (tenant_id, dimension, day, subject)
);
-- Compressed within the row: a report reads thousands of them.
alter table report_counts alter column counts set storage main;

-- The opening hours of an organization and its lines, as they were from a time on.
create table hours_versions (
  tenant_id uuid not null references tenants,
  since timestamptz not null,
  of_tenant jsonb,
  -- Of the lines that have hours of their own, by ID.
  of_lines jsonb not null,
  primary key (tenant_id, since)
);
insert into hours_versions (tenant_id, since, of_tenant, of_lines)
select t.tenant_id, to_timestamp(0), t.hours, (
  select coalesce(jsonb_object_agg(l.number_id, l.hours), '{}') from lines l
  where l.tenant_id = t.tenant_id and l.hours is not null)
from tenants t;

create index consent_entries_revoked on consent_entries (tenant_id, happened_at) where state in ('refused', 'revoked');
