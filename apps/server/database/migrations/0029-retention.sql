-- Retention and legal holds: docs/product.md#retention.

alter table lines
  -- Null: texts and notes are kept forever.
  add keep_days integer check (keep_days > 0),
  add deletes_from timestamptz,
  add constraint lines_retention_check check ((keep_days is null) = (deletes_from is null));

-- What is left of the chat's texts and notes is from then on. Null: all of it is left.
alter table chats add deleted_before timestamptz;

-- A sealed day is never forgotten, because some of its texts are deleted.
alter table report_days add sealed boolean not null default false;

-- Nothing of these chats, or of the chats of these contacts, is deleted.
create table legal_holds (
  tenant_id uuid not null references tenants,
  hold_id uuid not null,
  chat_id uuid,
  contact_id uuid,
  reason text not null,
  placed_by uuid not null,
  placed_at timestamptz not null,
  primary key (tenant_id, hold_id),
  check (num_nonnulls(chat_id, contact_id) = 1),
  foreign key (tenant_id, chat_id) references chats,
  foreign key (tenant_id, contact_id) references contact_cards on delete cascade,
  foreign key (tenant_id, placed_by) references users
);
create unique index legal_holds_chat on legal_holds (tenant_id, chat_id) where chat_id is not null;
create unique index legal_holds_contact on legal_holds (tenant_id, contact_id) where contact_id is not null;

-- A message is deleted without reading all others for replies to it.
create index messages_parent on all_messages (tenant_id, parent_id) where parent_id is not null;
