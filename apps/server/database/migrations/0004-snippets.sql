-- Texts and files that people insert into messages: their own, or without an owner, shared ones.

alter table tenants
  add column shared_snippets text not null default 'everyone' check (shared_snippets in ('everyone', 'admins'));

create table snippets (
  tenant_id uuid not null references tenants,
  snippet_id uuid not null,
  owner_id uuid,
  name text not null,
  shortcut text,
  text text not null,
  primary key (tenant_id, snippet_id),
  constraint snippets_tenant_id_owner_id_fkey foreign key (tenant_id, owner_id) references users (tenant_id, user_id)
);

create index snippets_owner on snippets (tenant_id, owner_id);
create unique index snippets_shortcut on snippets (tenant_id, owner_id, shortcut) nulls not distinct
  where shortcut is not null;

create table snippet_media (
  tenant_id uuid not null,
  snippet_id uuid not null,
  position smallint not null check (position >= 1),
  file_id uuid not null,
  primary key (tenant_id, snippet_id, position),
  foreign key (tenant_id, snippet_id) references snippets on delete cascade,
  foreign key (tenant_id, file_id) references files
);
