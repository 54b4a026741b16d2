-- Notes are a table of their own: nothing that reads messages can reach them.
create table notes (
  tenant_id uuid not null,
  note_id uuid not null,
  chat_id uuid not null,
  created_by uuid not null,
  created_at timestamptz not null,
  text text not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  mentions uuid[] not null,
  mentions_everyone boolean not null,
  version integer not null,
  words tsvector generated always as (
    array_to_tsvector(search_words(tenant_id, text) || search_numbers(tenant_id, text))) stored,
  primary key (tenant_id, note_id),
  foreign key (tenant_id, chat_id) references chats (tenant_id, chat_id),
  foreign key (tenant_id, created_by) references users (tenant_id, user_id)
);
create index notes_chat on notes (tenant_id, chat_id, created_at, note_id);
create index notes_time on notes (tenant_id, created_at, note_id);
create index notes_words on notes using gin (words);

-- The counter of a chat's notes. Its row is locked while one is written.
create table note_versions (
  tenant_id uuid not null,
  chat_id uuid not null,
  version integer not null,
  primary key (tenant_id, chat_id),
  foreign key (tenant_id, chat_id) references chats (tenant_id, chat_id)
);

create table note_media (
  tenant_id uuid not null,
  note_id uuid not null,
  position smallint not null check (position >= 1),
  file_id uuid not null,
  primary key (tenant_id, note_id, position),
  foreign key (tenant_id, note_id) references notes on delete cascade,
  foreign key (tenant_id, file_id) references files
);
create index note_media_by_file on note_media (tenant_id, file_id);

-- The texts that a note had before it was edited or deleted.
create table note_edits (
  tenant_id uuid not null,
  note_id uuid not null,
  version integer not null,
  text text not null,
  replaced_at timestamptz not null,
  primary key (tenant_id, note_id, version),
  foreign key (tenant_id, note_id) references notes on delete cascade
);

-- Until the user has seen the note.
create table unread_mentions (
  tenant_id uuid not null,
  user_id uuid not null,
  chat_id uuid not null,
  note_id uuid not null,
  primary key (tenant_id, user_id, chat_id, note_id),
  foreign key (tenant_id, user_id) references users (tenant_id, user_id),
  foreign key (tenant_id, note_id) references notes on delete cascade
);
create index unread_mentions_note on unread_mentions (tenant_id, note_id);
