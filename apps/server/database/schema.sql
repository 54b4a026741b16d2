-- The schema of a freshly migrated database, for reading. `npm run schema` writes it.

create table all_messages (
  tenant_id uuid not null,
  message_id uuid not null,
  chat_id uuid not null,
  text text not null,
  sent_at timestamp with time zone not null,
  sent_by uuid not null,
  parent_id uuid,
  provider_sid text,
  recovered boolean default false not null,
  missing_media smallint default 0 not null,
  words tsvector generated always as (array_to_tsvector((search_words(tenant_id, text) || search_numbers(tenant_id, text)))) stored,
  automatic text,
  state text default 'sent'::text not null,
  number_id uuid,
  recipients uuid[],
  send_at timestamp with time zone,
  cancel_on_reply boolean,
  opens_chat boolean,
  reason text,
  owner_id uuid,
  request_id uuid,
  constraint all_messages_state_check CHECK ((state = ANY (ARRAY['held'::text, 'scheduled'::text, 'late'::text, 'returned'::text, 'canceled'::text, 'sent'::text]))),
  constraint messages_automatic_check CHECK ((automatic = ANY (ARRAY['away'::text, 'greeting'::text]))),
  constraint messages_missing_media_check CHECK ((missing_media >= 0)),
  constraint messages_pending_check CHECK (((state = 'sent'::text) OR (num_nulls(number_id, recipients, send_at) = 0))),
  constraint messages_returned_check CHECK (((state <> ALL (ARRAY['held'::text, 'scheduled'::text, 'late'::text, 'returned'::text])) OR (((state = 'returned'::text) = (reason IS NOT NULL)) AND ((state = 'returned'::text) = (owner_id IS NOT NULL))))),
  constraint all_messages_tenant_id_number_id_fkey FOREIGN KEY (tenant_id, number_id) REFERENCES lines(tenant_id, number_id),
  constraint all_messages_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, user_id),
  constraint messages_tenant_id_chat_id_fkey FOREIGN KEY (tenant_id, chat_id) REFERENCES chats(tenant_id, chat_id),
  constraint messages_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES all_messages(tenant_id, message_id),
  constraint messages_pkey PRIMARY KEY (tenant_id, message_id)
);

create table api_keys (
  tenant_id uuid not null,
  key_id uuid not null,
  name text not null,
  scopes text[] not null,
  line_ids uuid[],
  token_hash bytea not null,
  last_four text not null,
  previous_hash bytea,
  previous_until timestamp with time zone,
  ends_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint api_keys_pkey PRIMARY KEY (tenant_id, key_id),
  constraint api_keys_previous_hash_key UNIQUE (previous_hash),
  constraint api_keys_token_hash_key UNIQUE (token_hash)
);

create table applied_functions (
  name text not null,
  hash bytea not null,
  constraint applied_functions_pkey PRIMARY KEY (name)
);

create table archive_parts (
  tenant_id uuid not null,
  archive_id uuid not null,
  part integer not null,
  length integer,
  sha256 text,
  conversations text default ''::text not null,
  constraint archive_parts_tenant_id_archive_id_fkey FOREIGN KEY (tenant_id, archive_id) REFERENCES archives(tenant_id, archive_id),
  constraint archive_parts_pkey PRIMARY KEY (tenant_id, archive_id, part)
);

create table archives (
  tenant_id uuid not null,
  archive_id uuid not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  time_zone text not null,
  state text not null,
  position jsonb not null,
  chats_done integer default 0 not null,
  chats_total integer not null,
  due_at timestamp with time zone not null,
  failing_since timestamp with time zone,
  failure text,
  ended_at timestamp with time zone,
  constraint archives_failure_check CHECK ((failure = ANY (ARRAY['storageFull'::text, 'storage'::text, 'unknown'::text]))),
  constraint archives_state_check CHECK ((state = ANY (ARRAY['running'::text, 'ready'::text, 'failed'::text, 'erased'::text, 'removed'::text]))),
  constraint archives_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, user_id),
  constraint archives_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint archives_pkey PRIMARY KEY (tenant_id, archive_id)
);

create table audit_log (
  tenant_id uuid not null,
  entry_id uuid not null,
  done_at timestamp with time zone not null,
  done_by uuid,
  kind text not null,
  subject text,
  changes json not null,
  about uuid,
  constraint audit_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint audit_log_pkey PRIMARY KEY (tenant_id, entry_id)
);

create table automatic_replies (
  tenant_id uuid not null,
  line_id uuid not null,
  number text not null,
  replied_at timestamp with time zone not null,
  constraint automatic_replies_tenant_id_line_id_fkey FOREIGN KEY (tenant_id, line_id) REFERENCES lines(tenant_id, number_id),
  constraint automatic_replies_pkey PRIMARY KEY (tenant_id, line_id, number)
);

create table chat_changes (
  tenant_id uuid not null,
  change_id uuid not null,
  chat_id uuid not null,
  changed_at timestamp with time zone not null,
  changed_by uuid,
  kind text not null,
  details json not null,
  constraint chat_changes_tenant_id_chat_id_fkey FOREIGN KEY (tenant_id, chat_id) REFERENCES chats(tenant_id, chat_id),
  constraint chat_changes_pkey PRIMARY KEY (tenant_id, change_id)
);

create table chat_members (
  tenant_id uuid not null,
  chat_id uuid not null,
  member_id uuid not null,
  role text not null,
  added_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  holds_number_id uuid,
  joined_after uuid,
  unread_count integer default 0 not null,
  list_rank smallint,
  last_message_at timestamp with time zone not null,
  state text default 'open'::text not null,
  notify text default 'mine'::text not null,
  constraint chat_members_list_rank_check CHECK ((list_rank = ANY (ARRAY[0, 1, 2]))),
  constraint chat_members_notify_check CHECK ((notify = ANY (ARRAY['all'::text, 'mine'::text, 'none'::text]))),
  constraint chat_members_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'snoozed'::text]))),
  constraint chat_members_unread_count_check CHECK ((unread_count >= 0)),
  constraint chat_members_tenant_id_chat_id_fkey FOREIGN KEY (tenant_id, chat_id) REFERENCES chats(tenant_id, chat_id),
  constraint chat_members_pkey PRIMARY KEY (tenant_id, chat_id, member_id)
);

create table chat_names (
  tenant_id uuid not null,
  chat_id uuid not null,
  name text not null,
  words tsvector generated always as (array_to_tsvector(search_words(tenant_id, name))) stored,
  constraint chat_names_tenant_id_chat_id_fkey FOREIGN KEY (tenant_id, chat_id) REFERENCES chats(tenant_id, chat_id),
  constraint chat_names_pkey PRIMARY KEY (tenant_id, chat_id)
);

create table chats (
  tenant_id uuid not null,
  chat_id uuid not null,
  number_id uuid not null,
  name text not null,
  relay boolean default true not null,
  version bigint default 1 not null,
  message_count integer default 0 not null,
  last_message_id uuid,
  last_message_at timestamp with time zone not null,
  list_rank smallint default 0 not null,
  unclaimed_count integer default 0 not null,
  failed_count integer default 0 not null,
  archived_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null,
  state text default 'open'::text not null,
  snoozed_until timestamp with time zone,
  assigned_to uuid,
  scheduled_count integer default 0 not null,
  auto_named boolean default false not null,
  last_automatic_at timestamp with time zone,
  returned_count integer default 0 not null,
  scheduled_for timestamp with time zone,
  deleted_before timestamp with time zone,
  waiting_since timestamp with time zone,
  constraint chats_failed_count_check CHECK ((failed_count >= 0)),
  constraint chats_list_rank_check CHECK ((list_rank = ANY (ARRAY[0, 1]))),
  constraint chats_message_count_check CHECK ((message_count >= 0)),
  constraint chats_returned_count_check CHECK ((returned_count >= 0)),
  constraint chats_scheduled_count_check CHECK ((scheduled_count >= 0)),
  constraint chats_snoozed_until_check CHECK (((state = 'snoozed'::text) = (snoozed_until IS NOT NULL))),
  constraint chats_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'snoozed'::text]))),
  constraint chats_unclaimed_count_check CHECK ((unclaimed_count >= 0)),
  constraint chats_tenant_id_assigned_to_fkey FOREIGN KEY (tenant_id, assigned_to) REFERENCES users(tenant_id, user_id),
  constraint chats_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint chats_tenant_id_number_id_fkey FOREIGN KEY (tenant_id, number_id) REFERENCES lines(tenant_id, number_id),
  constraint chats_pkey PRIMARY KEY (tenant_id, chat_id)
);

create table consent_entries (
  tenant_id uuid not null,
  entry_id uuid not null,
  person_key uuid not null,
  line_id uuid not null,
  state text not null,
  source text not null,
  happened_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  recorded_by uuid,
  chat_id uuid,
  message_id uuid,
  constraint consent_entries_check CHECK (((chat_id IS NULL) = (message_id IS NULL))),
  constraint consent_entries_source_check CHECK ((source = ANY (ARRAY['keyword'::text, 'twilio'::text, 'twilioError'::text, 'manual'::text, 'form'::text, 'written'::text, 'spoken'::text, 'import'::text, 'api'::text]))),
  constraint consent_entries_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'granted'::text, 'refused'::text, 'revoked'::text]))),
  constraint consent_entries_tenant_id_line_id_fkey FOREIGN KEY (tenant_id, line_id) REFERENCES lines(tenant_id, number_id),
  constraint consent_entries_tenant_id_person_key_fkey FOREIGN KEY (tenant_id, person_key) REFERENCES consent_people(tenant_id, person_key),
  constraint consent_entries_pkey PRIMARY KEY (tenant_id, entry_id)
);

create table consent_evidence (
  tenant_id uuid not null,
  entry_id uuid not null,
  wording text not null,
  address text not null,
  constraint consent_evidence_tenant_id_entry_id_fkey FOREIGN KEY (tenant_id, entry_id) REFERENCES consent_entries(tenant_id, entry_id),
  constraint consent_evidence_pkey PRIMARY KEY (tenant_id, entry_id)
);

create table consent_people (
  tenant_id uuid not null,
  person_key uuid not null,
  number text,
  phone_hash bytea,
  former_phone_id uuid,
  constraint consent_people_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint consent_people_tenant_id_former_phone_id_fkey FOREIGN KEY (tenant_id, former_phone_id) REFERENCES contacts(tenant_id, number_id),
  constraint consent_people_pkey PRIMARY KEY (tenant_id, person_key)
);

create table contact_cards (
  tenant_id uuid not null,
  contact_id uuid not null,
  name text not null,
  company text default ''::text not null,
  emails text[] default '{}'::text[] not null,
  remarks text default ''::text not null,
  tags text[] default '{}'::text[] not null,
  time_zone text,
  language text,
  fields jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  phones text[] default '{}'::text[] not null,
  last_text_at timestamp with time zone,
  words tsvector generated always as (contact_words(tenant_id, name, company, emails, phones, tags, fields)) stored,
  constraint contact_cards_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint contact_cards_pkey PRIMARY KEY (tenant_id, contact_id)
);

create table contact_changes (
  tenant_id uuid not null,
  contact_id uuid not null,
  change_id uuid not null,
  changed_at timestamp with time zone not null,
  done_by uuid not null,
  kind text not null,
  merged text,
  changes jsonb not null,
  import_id uuid,
  is_undo boolean default false not null,
  constraint contact_changes_check CHECK (((merged IS NULL) = (kind <> 'merged'::text))),
  constraint contact_changes_kind_check CHECK ((kind = ANY (ARRAY['added'::text, 'changed'::text, 'merged'::text]))),
  constraint contact_changes_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contact_cards(tenant_id, contact_id) ON DELETE CASCADE,
  constraint contact_changes_pkey PRIMARY KEY (tenant_id, contact_id, change_id)
);

create table contact_fields (
  tenant_id uuid not null,
  field_id uuid not null,
  position smallint not null,
  name text not null,
  kind text not null,
  choices text[] not null,
  constraint contact_fields_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'choice'::text]))),
  constraint contact_fields_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint contact_fields_pkey PRIMARY KEY (tenant_id, field_id)
);

create table contact_import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  outcome text not null,
  contact_id uuid,
  name text not null,
  reasons text[] not null,
  changes jsonb,
  undo text,
  undo_reasons text[] default '{}'::text[] not null,
  constraint contact_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['added'::text, 'filled'::text, 'overwritten'::text, 'skipped'::text, 'refused'::text]))),
  constraint contact_import_rows_undo_check CHECK ((undo = ANY (ARRAY['undone'::text, 'kept'::text, 'gone'::text]))),
  constraint contact_import_rows_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES contact_imports(tenant_id, import_id) ON DELETE CASCADE,
  constraint contact_import_rows_pkey PRIMARY KEY (tenant_id, import_id, row_number)
);

create table contact_imports (
  tenant_id uuid not null,
  import_id uuid not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  file_name text not null,
  duplicates text not null,
  state text not null,
  headings text[] not null,
  targets text[] not null,
  total integer not null,
  parts integer default 0 not null,
  last_row integer default 0 not null,
  done integer default 0 not null,
  added integer default 0 not null,
  filled integer default 0 not null,
  overwritten integer default 0 not null,
  skipped integer default 0 not null,
  refused integer default 0 not null,
  undone_from integer,
  undone integer default 0 not null,
  kept integer default 0 not null,
  consent_lines uuid[],
  consent_statement text,
  consented integer default 0 not null,
  opt_out_parts integer,
  constraint contact_imports_consent_check CHECK (((consent_lines IS NULL) = (consent_statement IS NULL))),
  constraint contact_imports_duplicates_check CHECK ((duplicates = ANY (ARRAY['skip'::text, 'fill'::text, 'overwrite'::text]))),
  constraint contact_imports_opt_outs_check CHECK (((opt_out_parts IS NULL) OR ((opt_out_parts = parts) AND (consent_lines IS NOT NULL)))),
  constraint contact_imports_state_check CHECK ((state = ANY (ARRAY['running'::text, 'finished'::text, 'undoing'::text, 'undone'::text]))),
  constraint contact_imports_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, user_id),
  constraint contact_imports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint contact_imports_pkey PRIMARY KEY (tenant_id, import_id)
);

create table contact_merges (
  tenant_id uuid not null,
  merge_id uuid not null,
  merged_at timestamp with time zone not null,
  reversed_at timestamp with time zone,
  kept_id uuid not null,
  merged_id uuid not null,
  kept_before json not null,
  chats json not null,
  constraint contact_merges_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint contact_merges_pkey PRIMARY KEY (tenant_id, merge_id)
);

create table contact_phones (
  tenant_id uuid not null,
  number_id uuid not null,
  contact_id uuid not null,
  preferred boolean default false not null,
  constraint contact_phones_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contact_cards(tenant_id, contact_id) ON DELETE CASCADE,
  constraint contact_phones_tenant_id_number_id_fkey FOREIGN KEY (tenant_id, number_id) REFERENCES contacts(tenant_id, number_id) DEFERRABLE,
  constraint contact_phones_pkey PRIMARY KEY (tenant_id, number_id)
);

create table contact_tags (
  tenant_id uuid not null,
  tag_key text not null,
  tag text not null,
  constraint contact_tags_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint contact_tags_pkey PRIMARY KEY (tenant_id, tag_key)
);

create table contact_views (
  tenant_id uuid not null,
  view_id uuid not null,
  created_by uuid not null,
  shared boolean not null,
  name text not null,
  query jsonb not null,
  constraint contact_views_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, user_id),
  constraint contact_views_pkey PRIMARY KEY (tenant_id, view_id)
);

create table contacts (
  tenant_id uuid not null,
  number_id uuid not null,
  number text not null,
  name text not null,
  disabled boolean default false not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  words tsvector generated always as (array_to_tsvector((search_words(tenant_id, ((name || ' '::text) || ltrim(number, '+'::text))) || search_numbers(tenant_id, number)))) stored,
  reassigned_at timestamp with time zone,
  constraint contacts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint contacts_pkey PRIMARY KEY (tenant_id, number_id)
);

create table deliveries (
  tenant_id uuid not null,
  delivery_id uuid not null,
  message_id uuid not null,
  chat_id uuid not null,
  member_id uuid not null,
  part smallint default 1 not null,
  parts smallint default 1 not null,
  status text not null,
  updated_at timestamp with time zone not null,
  error_code integer,
  error_text text,
  dismissed_at timestamp with time zone,
  from_number_id uuid,
  to_number text,
  body text,
  provider_sid text,
  earlier_sids text[] default '{}'::text[] not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone,
  leased_until timestamp with time zone,
  posted_at timestamp with time zone,
  check_at timestamp with time zone,
  callback_at timestamp with time zone,
  request_id uuid,
  expires_at timestamp with time zone,
  constraint deliveries_attempts_check CHECK ((attempts >= 0)),
  constraint deliveries_check CHECK (((part >= 1) AND (part <= parts))),
  constraint deliveries_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'undelivered'::text, 'failed'::text, 'skipped'::text, 'unknown'::text, 'read'::text]))),
  constraint deliveries_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES all_messages(tenant_id, message_id),
  constraint deliveries_pkey PRIMARY KEY (tenant_id, delivery_id)
);

create table directory_polls (
  tenant_id uuid not null,
  link text,
  due_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  failure text,
  constraint directory_polls_failure_check CHECK ((failure = ANY (ARRAY['refused'::text, 'unreachable'::text]))),
  constraint directory_polls_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint directory_polls_pkey PRIMARY KEY (tenant_id)
);

create table erasure_keys (
  tenant_id uuid not null,
  key_encrypted text not null,
  constraint erasure_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint erasure_keys_pkey PRIMARY KEY (tenant_id)
);

create table erasures (
  tenant_id uuid not null,
  contact_id uuid not null,
  erased_at timestamp with time zone not null,
  erased_by uuid not null,
  messages boolean not null,
  constraint erasures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint erasures_pkey PRIMARY KEY (tenant_id, contact_id)
);

create table files (
  tenant_id uuid not null,
  file_id uuid not null,
  directory text not null,
  file_name text not null,
  content_type text not null,
  length bigint not null,
  width integer,
  height integer,
  created_at timestamp with time zone not null,
  constraint files_length_check CHECK ((length >= 0)),
  constraint files_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint files_pkey PRIMARY KEY (tenant_id, file_id)
);

create table hook_events (
  tenant_id uuid not null,
  event_id uuid default gen_random_uuid() not null,
  hook_id uuid not null,
  kind text not null,
  happened_at timestamp with time zone not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  transaction_id bigint default txid_current() not null,
  chat_id uuid,
  item_id uuid,
  member_id uuid,
  detail jsonb default '{}'::jsonb not null,
  body text,
  state text not null,
  due_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  attempts integer default 0 not null,
  log jsonb default '[]'::jsonb not null,
  constraint hook_events_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'missed'::text]))),
  constraint hook_events_pkey PRIMARY KEY (tenant_id, event_id)
);

create table hooks (
  tenant_id uuid not null,
  hook_id uuid not null,
  url text not null,
  events text[] not null,
  secret_encrypted text not null,
  previous_secret_encrypted text,
  previous_secret_until timestamp with time zone,
  disabled_reason text,
  disabled_at timestamp with time zone,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint hooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['admin'::text, 'failing'::text, 'gone'::text]))),
  constraint hooks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint hooks_pkey PRIMARY KEY (tenant_id, hook_id)
);

create table hours_versions (
  tenant_id uuid not null,
  since timestamp with time zone not null,
  of_tenant jsonb,
  of_lines jsonb not null,
  constraint hours_versions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint hours_versions_pkey PRIMARY KEY (tenant_id, since)
);

create table idempotency_keys (
  tenant_id uuid not null,
  user_id uuid not null,
  call text not null,
  key text not null,
  fingerprint bytea not null,
  result_id uuid not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (tenant_id, user_id, call, key)
);

create table inbound_media (
  tenant_id uuid not null,
  message_id uuid not null,
  chat_id uuid not null,
  urls text[] not null,
  received_at timestamp with time zone not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  request_id uuid,
  constraint inbound_media_attempts_check CHECK ((attempts >= 0)),
  constraint inbound_media_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES all_messages(tenant_id, message_id),
  constraint inbound_media_pkey PRIMARY KEY (tenant_id, message_id)
);

create table legal_holds (
  tenant_id uuid not null,
  hold_id uuid not null,
  chat_id uuid,
  contact_id uuid,
  reason text not null,
  placed_by uuid not null,
  placed_at timestamp with time zone not null,
  constraint legal_holds_check CHECK ((num_nonnulls(chat_id, contact_id) = 1)),
  constraint legal_holds_tenant_id_chat_id_fkey FOREIGN KEY (tenant_id, chat_id) REFERENCES chats(tenant_id, chat_id),
  constraint legal_holds_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contact_cards(tenant_id, contact_id) ON DELETE CASCADE,
  constraint legal_holds_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint legal_holds_tenant_id_placed_by_fkey FOREIGN KEY (tenant_id, placed_by) REFERENCES users(tenant_id, user_id),
  constraint legal_holds_pkey PRIMARY KEY (tenant_id, hold_id)
);

create table lines (
  tenant_id uuid not null,
  number_id uuid not null,
  sid text not null,
  number text not null,
  name text not null,
  in_use boolean default false not null,
  webhook_configured boolean default false not null,
  has_sms boolean default true not null,
  has_mms boolean default true not null,
  elsewhere text,
  released_at timestamp with time zone,
  created_at timestamp with time zone not null,
  hours jsonb,
  away_reply text,
  greeting text,
  consent text default 'off'::text not null,
  consent_request text,
  keep_days integer,
  deletes_from timestamp with time zone,
  constraint lines_away_reply_check CHECK ((away_reply <> ''::text)),
  constraint lines_consent_check CHECK ((consent = ANY (ARRAY['off'::text, 'warn'::text, 'block'::text]))),
  constraint lines_greeting_check CHECK ((greeting <> ''::text)),
  constraint lines_keep_days_check CHECK ((keep_days > 0)),
  constraint lines_retention_check CHECK (((keep_days IS NULL) = (deletes_from IS NULL))),
  constraint lines_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint lines_pkey PRIMARY KEY (tenant_id, number_id)
);

create table message_media (
  tenant_id uuid not null,
  message_id uuid not null,
  position smallint not null,
  file_id uuid not null,
  sent_at timestamp with time zone,
  constraint message_media_position_check CHECK (("position" >= 1)),
  constraint message_media_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES files(tenant_id, file_id),
  constraint message_media_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES all_messages(tenant_id, message_id),
  constraint message_media_pkey PRIMARY KEY (tenant_id, message_id, "position")
);

create table note_edits (
  tenant_id uuid not null,
  note_id uuid not null,
  version integer not null,
  text text not null,
  replaced_at timestamp with time zone not null,
  constraint note_edits_tenant_id_note_id_fkey FOREIGN KEY (tenant_id, note_id) REFERENCES notes(tenant_id, note_id) ON DELETE CASCADE,
  constraint note_edits_pkey PRIMARY KEY (tenant_id, note_id, version)
);

create table note_media (
  tenant_id uuid not null,
  note_id uuid not null,
  position smallint not null,
  file_id uuid not null,
  constraint note_media_position_check CHECK (("position" >= 1)),
  constraint note_media_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES files(tenant_id, file_id),
  constraint note_media_tenant_id_note_id_fkey FOREIGN KEY (tenant_id, note_id) REFERENCES notes(tenant_id, note_id) ON DELETE CASCADE,
  constraint note_media_pkey PRIMARY KEY (tenant_id, note_id, "position")
);

create table note_versions (
  tenant_id uuid not null,
  chat_id uuid not null,
  version integer not null,
  constraint note_versions_tenant_id_chat_id_fkey FOREIGN KEY (tenant_id, chat_id) REFERENCES chats(tenant_id, chat_id),
  constraint note_versions_pkey PRIMARY KEY (tenant_id, chat_id)
);

create table notes (
  tenant_id uuid not null,
  note_id uuid not null,
  chat_id uuid not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  text text not null,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  mentions uuid[] not null,
  mentions_everyone boolean not null,
  version integer not null,
  words tsvector generated always as (array_to_tsvector((search_words(tenant_id, text) || search_numbers(tenant_id, text)))) stored,
  constraint notes_tenant_id_chat_id_fkey FOREIGN KEY (tenant_id, chat_id) REFERENCES chats(tenant_id, chat_id),
  constraint notes_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, user_id),
  constraint notes_pkey PRIMARY KEY (tenant_id, note_id)
);

create table notices (
  tenant_id uuid not null,
  notice_id uuid default gen_random_uuid() not null,
  chat_id uuid not null,
  kind text not null,
  item_id uuid not null,
  user_id uuid,
  caused_by uuid,
  happened_at timestamp with time zone not null,
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'mention'::text, 'assigned'::text, 'snoozeEnded'::text, 'notSent'::text]))),
  constraint notices_tenant_id_chat_id_fkey FOREIGN KEY (tenant_id, chat_id) REFERENCES chats(tenant_id, chat_id),
  constraint notices_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, user_id),
  constraint notices_pkey PRIMARY KEY (tenant_id, notice_id)
);

create table notification_sends (
  tenant_id uuid not null,
  send_id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  chat_id uuid not null,
  kind text not null,
  item_id uuid not null,
  count integer not null,
  happened_at timestamp with time zone not null,
  device_id uuid,
  due_at timestamp with time zone not null,
  attempts integer default 0 not null,
  constraint notification_sends_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'mention'::text, 'assigned'::text, 'snoozeEnded'::text, 'notSent'::text, 'read'::text]))),
  constraint notification_sends_tenant_id_device_id_fkey FOREIGN KEY (tenant_id, device_id) REFERENCES push_devices(tenant_id, device_id) ON DELETE CASCADE,
  constraint notification_sends_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, user_id),
  constraint notification_sends_pkey PRIMARY KEY (tenant_id, send_id)
);

create table notified_people (
  tenant_id uuid not null,
  user_id uuid not null,
  decided_at timestamp with time zone,
  chat_id uuid,
  kind text,
  reason text,
  channel text,
  teams_failed_at timestamp with time zone,
  teams_failure text,
  constraint notified_people_channel_check CHECK ((channel = ANY (ARRAY['push'::text, 'teams'::text, 'page'::text]))),
  constraint notified_people_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'mention'::text, 'assigned'::text, 'snoozeEnded'::text, 'notSent'::text]))),
  constraint notified_people_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, user_id),
  constraint notified_people_pkey PRIMARY KEY (tenant_id, user_id)
);

create table number_default_users (
  tenant_id uuid not null,
  number_id uuid not null,
  user_id uuid not null,
  constraint number_default_users_tenant_id_number_id_fkey FOREIGN KEY (tenant_id, number_id) REFERENCES lines(tenant_id, number_id),
  constraint number_default_users_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, user_id),
  constraint number_default_users_pkey PRIMARY KEY (tenant_id, number_id, user_id)
);

create table opt_out_changes (
  tenant_id uuid not null,
  change_id uuid not null,
  line_id uuid not null,
  number text not null,
  wish text not null,
  source text not null,
  changed_at timestamp with time zone not null,
  done_by uuid,
  constraint opt_out_changes_wish_check CHECK ((wish = ANY (ARRAY['stop'::text, 'start'::text]))),
  constraint opt_out_changes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint opt_out_changes_tenant_id_line_id_fkey FOREIGN KEY (tenant_id, line_id) REFERENCES lines(tenant_id, number_id),
  constraint opt_out_changes_pkey PRIMARY KEY (tenant_id, change_id)
);

create table opt_outs (
  tenant_id uuid not null,
  line_id uuid not null,
  number text not null,
  source text not null,
  since timestamp with time zone not null,
  manual_by uuid,
  manual_since timestamp with time zone,
  constraint opt_outs_check CHECK (((manual_by IS NULL) = (manual_since IS NULL))),
  constraint opt_outs_tenant_id_line_id_fkey FOREIGN KEY (tenant_id, line_id) REFERENCES lines(tenant_id, number_id),
  constraint opt_outs_pkey PRIMARY KEY (tenant_id, line_id, number)
);

create table provider_events (
  tenant_id uuid not null,
  account_sid text not null,
  message_sid text not null,
  sender text default ''::text not null,
  kept_as bigint generated always as identity not null,
  parameters json,
  received_at timestamp with time zone not null,
  recovered boolean default false not null,
  attempts integer default 0 not null,
  next_try_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  rejected_reason text,
  request_id uuid,
  constraint provider_events_attempts_check CHECK ((attempts >= 0)),
  constraint provider_events_waits_with_parameters CHECK (((parameters IS NOT NULL) OR (processed_at IS NOT NULL))),
  constraint provider_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint provider_events_pkey PRIMARY KEY (tenant_id, account_sid, message_sid)
);

create table provider_statuses (
  tenant_id uuid not null,
  message_sid text not null,
  status text not null,
  error_code integer,
  received_at timestamp with time zone not null,
  constraint provider_statuses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint provider_statuses_pkey PRIMARY KEY (tenant_id, message_sid, status)
);

create table push_devices (
  tenant_id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint_hash bytea not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  choice text not null,
  created_at timestamp with time zone not null,
  last_push_at timestamp with time zone,
  constraint push_devices_choice_check CHECK ((choice = ANY (ARRAY['mine'::text, 'all'::text]))),
  constraint push_devices_tenant_id_session_id_fkey FOREIGN KEY (tenant_id, session_id) REFERENCES sessions(tenant_id, session_id) ON DELETE CASCADE,
  constraint push_devices_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, user_id),
  constraint push_devices_pkey PRIMARY KEY (tenant_id, device_id),
  constraint push_devices_endpoint_hash_key UNIQUE (endpoint_hash)
);

create table pushed_chats (
  tenant_id uuid not null,
  device_id uuid not null,
  chat_id uuid not null,
  constraint pushed_chats_tenant_id_device_id_fkey FOREIGN KEY (tenant_id, device_id) REFERENCES push_devices(tenant_id, device_id) ON DELETE CASCADE,
  constraint pushed_chats_pkey PRIMARY KEY (tenant_id, device_id, chat_id)
);

create table reconciliations (
  tenant_id uuid not null,
  complete_until timestamp with time zone not null,
  constraint reconciliations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint reconciliations_pkey PRIMARY KEY (tenant_id)
);

create table report_counts (
  tenant_id uuid not null,
  dimension text not null,
  day text not null,
  subject text not null,
  counts jsonb not null,
  constraint report_counts_dimension_check CHECK ((dimension = ANY (ARRAY['all'::text, 'line'::text, 'person'::text, 'tag'::text]))),
  constraint report_counts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint report_counts_pkey PRIMARY KEY (tenant_id, dimension, day, subject)
);

create table report_days (
  tenant_id uuid not null,
  day text not null,
  counted_at timestamp with time zone not null,
  texts integer not null,
  final boolean not null,
  sealed boolean default false not null,
  constraint report_days_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint report_days_pkey PRIMARY KEY (tenant_id, day)
);

create table report_settings (
  tenant_id uuid not null,
  time_zone text not null,
  goal_minutes integer,
  constraint report_settings_goal_minutes_check CHECK ((goal_minutes > 0)),
  constraint report_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint report_settings_pkey PRIMARY KEY (tenant_id)
);

create table saas_forwards (
  forward_id uuid not null,
  operation_id text not null,
  target text not null,
  body text not null,
  sealed_authorization text not null,
  request_id uuid,
  queued_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer default 0 not null,
  constraint saas_forwards_pkey PRIMARY KEY (forward_id)
);

create table saas_operations (
  operation_id uuid not null,
  tenant_id uuid,
  subscription_id uuid not null,
  action text not null,
  outcome text not null,
  payload json not null,
  received_at timestamp with time zone not null,
  constraint saas_operations_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'ignored'::text, 'outdated'::text]))),
  constraint saas_operations_pkey PRIMARY KEY (operation_id)
);

create table saas_subscriptions (
  tenant_id uuid not null,
  subscription_id uuid not null,
  plan_id text default ''::text not null,
  quantity integer,
  status text not null,
  updated_at timestamp with time zone not null,
  constraint saas_subscriptions_status_check CHECK ((status = ANY (ARRAY['Subscribed'::text, 'Suspended'::text, 'Unsubscribed'::text]))),
  constraint saas_subscriptions_pkey PRIMARY KEY (tenant_id, subscription_id)
);

create table sessions (
  tenant_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  previous_token_hash bytea,
  renewed_at timestamp with time zone,
  user_agent text default ''::text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  proved_at timestamp with time zone default now() not null,
  constraint sessions_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, user_id),
  constraint sessions_pkey PRIMARY KEY (tenant_id, session_id)
);

create table shown_notices (
  tenant_id uuid not null,
  user_id uuid not null,
  item_id uuid not null,
  shown_at timestamp with time zone not null,
  constraint shown_notices_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, user_id),
  constraint shown_notices_pkey PRIMARY KEY (tenant_id, user_id, item_id)
);

create table sign_in_codes (
  tenant_id uuid not null,
  code_hash bytea not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  proved_at timestamp with time zone default now() not null,
  constraint sign_in_codes_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, user_id),
  constraint sign_in_codes_pkey PRIMARY KEY (tenant_id, code_hash)
);

create table snippet_media (
  tenant_id uuid not null,
  snippet_id uuid not null,
  position smallint not null,
  file_id uuid not null,
  constraint snippet_media_position_check CHECK (("position" >= 1)),
  constraint snippet_media_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES files(tenant_id, file_id),
  constraint snippet_media_tenant_id_snippet_id_fkey FOREIGN KEY (tenant_id, snippet_id) REFERENCES snippets(tenant_id, snippet_id) ON DELETE CASCADE,
  constraint snippet_media_pkey PRIMARY KEY (tenant_id, snippet_id, "position")
);

create table snippets (
  tenant_id uuid not null,
  snippet_id uuid not null,
  owner_id uuid,
  name text not null,
  shortcut text,
  text text not null,
  constraint snippets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint snippets_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, user_id),
  constraint snippets_pkey PRIMARY KEY (tenant_id, snippet_id)
);

create table tenants (
  tenant_id uuid not null,
  name text not null,
  domain text default ''::text not null,
  default_country text default 'US'::text not null,
  allowed_countries text[],
  add_signature boolean default false not null,
  consented boolean default false not null,
  suspended boolean default false not null,
  account_sid text,
  auth_token_encrypted text,
  created_at timestamp with time zone not null,
  assign_on_reply boolean default true not null,
  shared_snippets text default 'everyone'::text not null,
  hours jsonb,
  has_acct_claim boolean,
  constraint tenants_allowed_countries_check CHECK ((cardinality(allowed_countries) > 0)),
  constraint tenants_shared_snippets_check CHECK ((shared_snippets = ANY (ARRAY['everyone'::text, 'admins'::text]))),
  constraint tenants_pkey PRIMARY KEY (tenant_id)
);

create table unread_mentions (
  tenant_id uuid not null,
  user_id uuid not null,
  chat_id uuid not null,
  note_id uuid not null,
  constraint unread_mentions_tenant_id_note_id_fkey FOREIGN KEY (tenant_id, note_id) REFERENCES notes(tenant_id, note_id) ON DELETE CASCADE,
  constraint unread_mentions_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, user_id),
  constraint unread_mentions_pkey PRIMARY KEY (tenant_id, user_id, chat_id, note_id)
);

create table users (
  tenant_id uuid not null,
  user_id uuid not null,
  name text not null,
  email text,
  role text not null,
  disabled boolean default false not null,
  left_directory_at timestamp with time zone,
  created_at timestamp with time zone not null,
  words tsvector generated always as (array_to_tsvector(search_words(tenant_id, name))) stored,
  enabled boolean generated always as (((NOT disabled) AND (left_directory_at IS NULL))) stored not null,
  working_hours json,
  paused_until timestamp with time zone,
  teams_notifications boolean default true not null,
  constraint users_role_check CHECK ((role = ANY (ARRAY['Admin'::text, 'User'::text]))),
  constraint users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint users_pkey PRIMARY KEY (tenant_id, user_id)
);

create table written_consents (
  tenant_id uuid not null,
  line_id uuid not null,
  number text not null,
  since timestamp with time zone not null,
  constraint written_consents_tenant_id_line_id_fkey FOREIGN KEY (tenant_id, line_id) REFERENCES lines(tenant_id, number_id),
  constraint written_consents_pkey PRIMARY KEY (tenant_id, line_id, number)
);

create view messages as
 SELECT all_messages.tenant_id,
    all_messages.message_id,
    all_messages.chat_id,
    all_messages.text,
    all_messages.sent_at,
    all_messages.sent_by,
    all_messages.parent_id,
    all_messages.provider_sid,
    all_messages.recovered,
    all_messages.missing_media,
    all_messages.words,
    all_messages.automatic
   FROM all_messages
  WHERE all_messages.state = 'sent'::text;

create view pending_messages as
 SELECT all_messages.tenant_id,
    all_messages.message_id,
    all_messages.chat_id,
    all_messages.number_id,
    all_messages.state,
    all_messages.text,
    all_messages.parent_id,
    all_messages.recipients,
    all_messages.sent_by AS written_by,
    all_messages.sent_at AS written_at,
    all_messages.send_at,
    all_messages.cancel_on_reply,
    all_messages.opens_chat,
    all_messages.reason,
    all_messages.owner_id,
    all_messages.request_id
   FROM all_messages
  WHERE all_messages.state = ANY (ARRAY['held'::text, 'scheduled'::text, 'late'::text, 'returned'::text]);

create view people as
 SELECT users.tenant_id,
    users.user_id AS member_id,
    'TeamsUser'::text AS role,
    users.name,
    NULL::text AS number,
    NOT users.enabled AS disabled,
    users.left_directory_at
   FROM users
UNION ALL
 SELECT contacts.tenant_id,
    contacts.number_id AS member_id,
    'ExternalMobile'::text AS role,
    contacts.name,
    contacts.number,
    contacts.disabled OR contacts.deleted_at IS NOT NULL AS disabled,
    NULL::timestamp with time zone AS left_directory_at
   FROM contacts
UNION ALL
 SELECT api_keys.tenant_id,
    api_keys.key_id AS member_id,
    'ApiKey'::text AS role,
    api_keys.name,
    NULL::text AS number,
    true AS disabled,
    NULL::timestamp with time zone AS left_directory_at
   FROM api_keys;

CREATE UNIQUE INDEX archives_running ON public.archives USING btree (tenant_id) WHERE (state = 'running'::text);

CREATE INDEX audit_log_about ON public.audit_log USING btree (tenant_id, about) WHERE (about IS NOT NULL);

CREATE INDEX audit_log_kind ON public.audit_log USING btree (tenant_id, kind, entry_id);

CREATE INDEX audit_log_person ON public.audit_log USING btree (tenant_id, done_by, entry_id);

CREATE INDEX chat_changes_chat ON public.chat_changes USING btree (tenant_id, chat_id, changed_at, change_id);

CREATE INDEX chat_members_external ON public.chat_members USING btree (tenant_id, member_id, chat_id) WHERE (role = 'ExternalMobile'::text);

CREATE INDEX chat_members_list ON public.chat_members USING btree (tenant_id, member_id, state, list_rank, last_message_at, chat_id) INCLUDE (unread_count) WHERE (list_rank IS NOT NULL);

CREATE UNIQUE INDEX chat_members_one_open_chat ON public.chat_members USING btree (tenant_id, holds_number_id, member_id) WHERE (holds_number_id IS NOT NULL);

CREATE INDEX chat_names_words ON public.chat_names USING gin (words);

CREATE INDEX chats_archived ON public.chats USING btree (tenant_id, last_message_at, chat_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX chats_assigned ON public.chats USING btree (tenant_id, assigned_to, state, last_message_at, chat_id) WHERE ((assigned_to IS NOT NULL) AND (archived_at IS NULL));

CREATE INDEX chats_attention ON public.chats USING btree (tenant_id, state, last_message_at, chat_id) WHERE ((failed_count > 0) AND (archived_at IS NULL));

CREATE INDEX chats_due ON public.chats USING btree (tenant_id, state, last_message_at, chat_id, scheduled_for) WHERE ((scheduled_for IS NOT NULL) AND (archived_at IS NULL));

CREATE INDEX chats_line ON public.chats USING btree (tenant_id, number_id, state, list_rank, last_message_at, chat_id) WHERE (archived_at IS NULL);

CREATE INDEX chats_list ON public.chats USING btree (tenant_id, state, list_rank, last_message_at, chat_id) WHERE (archived_at IS NULL);

CREATE INDEX chats_returned ON public.chats USING btree (tenant_id, state, last_message_at, chat_id) WHERE ((returned_count > 0) AND (archived_at IS NULL));

CREATE INDEX chats_scheduled ON public.chats USING btree (tenant_id, state, last_message_at, chat_id) WHERE ((scheduled_count > 0) AND (archived_at IS NULL));

CREATE INDEX chats_snoozed ON public.chats USING btree (snoozed_until) WHERE ((state = 'snoozed'::text) AND (archived_at IS NULL));

CREATE INDEX chats_unanswered ON public.chats USING btree (tenant_id, state, last_message_at, chat_id, waiting_since) WHERE ((waiting_since IS NOT NULL) AND (archived_at IS NULL));

CREATE INDEX chats_unassigned ON public.chats USING btree (tenant_id, state, last_message_at, chat_id) WHERE ((assigned_to IS NULL) AND (archived_at IS NULL));

CREATE INDEX chats_unclaimed ON public.chats USING btree (tenant_id, state, last_message_at, chat_id) WHERE ((unclaimed_count > 0) AND (archived_at IS NULL));

CREATE INDEX consent_entries_person ON public.consent_entries USING btree (tenant_id, person_key, line_id, happened_at, entry_id);

CREATE INDEX consent_entries_revoked ON public.consent_entries USING btree (tenant_id, happened_at) WHERE (state = ANY (ARRAY['refused'::text, 'revoked'::text]));

CREATE INDEX consent_people_former ON public.consent_people USING btree (tenant_id, former_phone_id) WHERE (former_phone_id IS NOT NULL);

CREATE INDEX consent_people_hash ON public.consent_people USING btree (tenant_id, phone_hash) WHERE (phone_hash IS NOT NULL);

CREATE UNIQUE INDEX consent_people_number ON public.consent_people USING btree (tenant_id, number);

CREATE INDEX contact_cards_by_creation ON public.contact_cards USING btree (tenant_id, created_at, contact_id);

CREATE INDEX contact_cards_by_name ON public.contact_cards USING btree (tenant_id, lower(name), contact_id);

CREATE INDEX contact_cards_by_text ON public.contact_cards USING btree (tenant_id, COALESCE(last_text_at, '-infinity'::timestamp with time zone), lower(name), contact_id);

CREATE INDEX contact_cards_emails ON public.contact_cards USING gin (contact_email_keys(tenant_id, emails)) WITH (fastupdate=off) WHERE (emails <> '{}'::text[]);

CREATE INDEX contact_cards_words ON public.contact_cards USING gin (words);

CREATE INDEX contact_phones_contact ON public.contact_phones USING btree (tenant_id, contact_id);

CREATE INDEX contacts_by_number ON public.contacts USING btree (tenant_id, number);

CREATE INDEX contacts_list ON public.contacts USING btree (tenant_id, lower(name), number) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX contacts_number ON public.contacts USING btree (tenant_id, number) WHERE (deleted_at IS NULL);

CREATE INDEX contacts_words ON public.contacts USING gin (words);

CREATE INDEX deliveries_check ON public.deliveries USING btree (check_at) WHERE (check_at IS NOT NULL);

CREATE INDEX deliveries_failed ON public.deliveries USING btree (tenant_id, chat_id) WHERE ((status = ANY (ARRAY['failed'::text, 'undelivered'::text, 'unknown'::text])) AND (dismissed_at IS NULL));

CREATE UNIQUE INDEX deliveries_member ON public.deliveries USING btree (tenant_id, message_id, member_id, part);

CREATE INDEX deliveries_pair ON public.deliveries USING btree (tenant_id, from_number_id, to_number, delivery_id) WHERE ((status = ANY (ARRAY['queued'::text, 'sending'::text])) AND (provider_sid IS NULL));

CREATE UNIQUE INDEX deliveries_provider_sid ON public.deliveries USING btree (tenant_id, provider_sid) WHERE (provider_sid IS NOT NULL);

CREATE INDEX deliveries_sending ON public.deliveries USING btree (leased_until) WHERE (leased_until IS NOT NULL);

CREATE INDEX deliveries_unresolved ON public.deliveries USING btree (tenant_id, from_number_id, to_number) WHERE ((status = ANY (ARRAY['unknown'::text, 'sent'::text])) AND (provider_sid IS NULL));

CREATE INDEX hook_events_chat ON public.hook_events USING btree (tenant_id, chat_id) WHERE (chat_id IS NOT NULL);

CREATE INDEX hook_events_due ON public.hook_events USING btree (tenant_id, hook_id, due_at, created_at) WHERE (state = 'waiting'::text);

CREATE INDEX hook_events_item ON public.hook_events USING btree (tenant_id, item_id) WHERE (item_id IS NOT NULL);

CREATE INDEX hook_events_log ON public.hook_events USING btree (tenant_id, hook_id, created_at, event_id);

CREATE INDEX hook_events_time ON public.hook_events USING btree (((created_at AT TIME ZONE 'UTC'::text)));

CREATE INDEX hook_events_undelivered ON public.hook_events USING btree (tenant_id, hook_id, created_at) WHERE (state = ANY (ARRAY['failed'::text, 'missed'::text]));

CREATE INDEX inbound_media_due ON public.inbound_media USING btree (due_at);

CREATE UNIQUE INDEX legal_holds_chat ON public.legal_holds USING btree (tenant_id, chat_id) WHERE (chat_id IS NOT NULL);

CREATE UNIQUE INDEX legal_holds_contact ON public.legal_holds USING btree (tenant_id, contact_id) WHERE (contact_id IS NOT NULL);

CREATE UNIQUE INDEX lines_in_use ON public.lines USING btree (number) WHERE in_use;

CREATE UNIQUE INDEX lines_sid ON public.lines USING btree (tenant_id, sid);

CREATE INDEX message_media_by_file ON public.message_media USING btree (tenant_id, file_id);

CREATE INDEX message_media_time ON public.message_media USING btree (tenant_id, sent_at, message_id);

CREATE INDEX messages_chat ON public.all_messages USING btree (tenant_id, chat_id, sent_at, message_id);

CREATE INDEX messages_due ON public.all_messages USING btree (send_at) WHERE (state = ANY (ARRAY['held'::text, 'scheduled'::text]));

CREATE INDEX messages_parent ON public.all_messages USING btree (tenant_id, parent_id) WHERE (parent_id IS NOT NULL);

CREATE INDEX messages_pending ON public.all_messages USING btree (tenant_id, chat_id, send_at, sent_at, message_id) WHERE (state = ANY (ARRAY['held'::text, 'scheduled'::text, 'late'::text, 'returned'::text]));

CREATE UNIQUE INDEX messages_provider_sid ON public.all_messages USING btree (tenant_id, provider_sid) WHERE (provider_sid IS NOT NULL);

CREATE INDEX messages_scheduled ON public.all_messages USING btree (tenant_id, send_at, sent_at, message_id) WHERE (state = ANY (ARRAY['scheduled'::text, 'late'::text, 'returned'::text]));

CREATE INDEX messages_time ON public.all_messages USING btree (tenant_id, sent_at, message_id);

CREATE INDEX messages_words ON public.all_messages USING gin (words);

CREATE INDEX note_media_by_file ON public.note_media USING btree (tenant_id, file_id);

CREATE INDEX notes_chat ON public.notes USING btree (tenant_id, chat_id, created_at, note_id);

CREATE INDEX notes_time ON public.notes USING btree (tenant_id, created_at, note_id);

CREATE INDEX notes_words ON public.notes USING gin (words);

CREATE INDEX notices_chat ON public.notices USING btree (tenant_id, chat_id);

CREATE INDEX notices_time ON public.notices USING btree (happened_at);

CREATE INDEX notification_sends_device ON public.notification_sends USING btree (tenant_id, device_id);

CREATE INDEX notification_sends_due ON public.notification_sends USING btree (((device_id IS NULL)), due_at);

CREATE INDEX opt_out_changes_phone ON public.opt_out_changes USING btree (tenant_id, number, changed_at);

CREATE INDEX opt_outs_phone ON public.opt_outs USING btree (tenant_id, number);

CREATE INDEX provider_events_of_sender ON public.provider_events USING btree (tenant_id, sender, kept_as) WHERE (processed_at IS NULL);

CREATE INDEX provider_events_rejected ON public.provider_events USING btree (tenant_id, received_at) WHERE (rejected_reason IS NOT NULL);

CREATE INDEX provider_events_to_expire ON public.provider_events USING btree (processed_at) WHERE ((parameters IS NOT NULL) AND (processed_at IS NOT NULL));

CREATE INDEX provider_events_waiting ON public.provider_events USING btree (next_try_at) WHERE (processed_at IS NULL);

CREATE INDEX push_devices_all ON public.push_devices USING btree (tenant_id) WHERE (choice = 'all'::text);

CREATE INDEX push_devices_session ON public.push_devices USING btree (tenant_id, session_id);

CREATE INDEX push_devices_user ON public.push_devices USING btree (tenant_id, user_id, created_at);

CREATE INDEX saas_forwards_due ON public.saas_forwards USING btree (target, due_at);

CREATE UNIQUE INDEX saas_subscriptions_id ON public.saas_subscriptions USING btree (subscription_id);

CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_previous_token ON public.sessions USING btree (previous_token_hash) WHERE (previous_token_hash IS NOT NULL);

CREATE UNIQUE INDEX sessions_token ON public.sessions USING btree (token_hash);

CREATE INDEX shown_notices_time ON public.shown_notices USING btree (shown_at);

CREATE UNIQUE INDEX sign_in_codes_hash ON public.sign_in_codes USING btree (code_hash);

CREATE INDEX snippets_owner ON public.snippets USING btree (tenant_id, owner_id);

CREATE UNIQUE INDEX snippets_shortcut ON public.snippets USING btree (tenant_id, owner_id, shortcut) NULLS NOT DISTINCT WHERE (shortcut IS NOT NULL);

CREATE INDEX tenants_account ON public.tenants USING btree (account_sid) WHERE (account_sid IS NOT NULL);

CREATE INDEX unread_mentions_note ON public.unread_mentions USING btree (tenant_id, note_id);

CREATE INDEX users_words ON public.users USING gin (words);

CREATE INDEX written_consents_phone ON public.written_consents USING btree (tenant_id, number);

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_log_change();

CREATE TRIGGER audit_log_kept BEFORE UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION reject_audit_log_change();

CREATE TRIGGER chats_name AFTER INSERT OR UPDATE OF name ON public.chats FOR EACH ROW EXECUTE FUNCTION copy_chat_name();

CREATE TRIGGER consent_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.consent_entries FOR EACH STATEMENT EXECUTE FUNCTION reject_consent_change();

CREATE TRIGGER contact_merges_card AFTER INSERT ON public.contact_merges FOR EACH ROW EXECUTE FUNCTION merge_contact_cards();

CREATE TRIGGER contact_phones_card AFTER UPDATE OF contact_id ON public.contact_phones FOR EACH ROW WHEN ((old.contact_id <> new.contact_id)) EXECUTE FUNCTION follow_moved_phone();

CREATE TRIGGER contacts_card AFTER INSERT OR UPDATE OF deleted_at ON public.contacts FOR EACH ROW WHEN ((new.deleted_at IS NULL)) EXECUTE FUNCTION give_contact_card();

CREATE TRIGGER contacts_card_name AFTER UPDATE OF name ON public.contacts FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION rename_contact_card();

CREATE TRIGGER contacts_card_phones AFTER UPDATE OF number, name, deleted_at ON public.contacts FOR EACH ROW EXECUTE FUNCTION follow_phone();

CREATE TRIGGER hooks_added_message AFTER INSERT ON public.all_messages FOR EACH ROW WHEN ((new.state = 'sent'::text)) EXECUTE FUNCTION tell_hooks_of_message();

CREATE TRIGGER hooks_added_status AFTER INSERT ON public.deliveries FOR EACH ROW WHEN ((new.status = 'skipped'::text)) EXECUTE FUNCTION tell_hooks_of_status();

CREATE TRIGGER hooks_change AFTER INSERT ON public.chat_changes FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['created'::text, 'reopened'::text, 'snoozeEnded'::text, 'restored'::text, 'done'::text, 'assigned'::text, 'unassigned'::text]))) EXECUTE FUNCTION tell_hooks_of_change();

CREATE TRIGGER hooks_changed_contact AFTER UPDATE ON public.contact_cards FOR EACH ROW WHEN (((((((((old.name IS DISTINCT FROM new.name) OR (old.company IS DISTINCT FROM new.company)) OR (old.emails IS DISTINCT FROM new.emails)) OR (old.tags IS DISTINCT FROM new.tags)) OR (old.time_zone IS DISTINCT FROM new.time_zone)) OR (old.language IS DISTINCT FROM new.language)) OR (old.fields IS DISTINCT FROM new.fields)) OR (old.phones IS DISTINCT FROM new.phones))) EXECUTE FUNCTION tell_hooks_of_contact();

CREATE TRIGGER hooks_contact AFTER INSERT OR DELETE ON public.contact_cards FOR EACH ROW EXECUTE FUNCTION tell_hooks_of_contact();

CREATE TRIGGER hooks_opt_out AFTER INSERT OR DELETE ON public.opt_outs FOR EACH ROW EXECUTE FUNCTION tell_hooks_of_opt_out();

CREATE TRIGGER hooks_reopened AFTER UPDATE OF state ON public.chats FOR EACH ROW WHEN (((old.state <> 'open'::text) AND (new.state = 'open'::text) AND (new.failed_count > old.failed_count))) EXECUTE FUNCTION tell_hooks_of_reopening();

CREATE TRIGGER hooks_sent_message AFTER UPDATE OF state ON public.all_messages FOR EACH ROW WHEN (((old.state <> 'sent'::text) AND (new.state = 'sent'::text))) EXECUTE FUNCTION tell_hooks_of_message();

CREATE TRIGGER hooks_status AFTER UPDATE OF status ON public.deliveries FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = ANY (ARRAY['sent'::text, 'delivered'::text, 'undelivered'::text, 'failed'::text, 'skipped'::text, 'unknown'::text])))) EXECUTE FUNCTION tell_hooks_of_status();

CREATE TRIGGER opt_out_changes_ledger AFTER INSERT ON public.opt_out_changes FOR EACH ROW EXECUTE FUNCTION keep_opt_out_change();

-- function accept_sends(accepted json) returns TABLE(place integer, status text, has_reports boolean, has_next boolean)

-- function add_hook_event(of_tenant uuid, of_kind text, at timestamp with time zone, of_chat uuid, of_item uuid, of_member uuid, details jsonb) returns void

-- function add_messages(added_messages json, added_media json, added_deliveries json, answered_requests json) returns TABLE(version bigint, message_count integer, has_unread boolean, unread_counts json)

-- function advance_deliveries(moves json) returns TABLE(place integer, tenant_id uuid, chat_id uuid, delivery_id uuid, request_id uuid, records json, version bigint, has_unread boolean, failed_count integer, reopened boolean)

-- function apply_reports(reports json) returns TABLE(place integer, tenant_id uuid, chat_id uuid, delivery_id uuid, request_id uuid, records json, version bigint, has_unread boolean, failed_count integer, reopened boolean)

-- function cancel_messages(of_tenant uuid, ids uuid[]) returns void

-- function chat_list_rank(of_tenant uuid, of_chat uuid, last_message uuid) returns smallint

-- function claim_sends(sends json) returns TABLE(place integer, posted_at timestamp with time zone, from_number text, body text, attempts integer, member_id uuid, opted_out boolean, allowed_countries text[], records json, version bigint, has_unread boolean)

-- function consent_asked_at(of_tenant uuid, of_line uuid, of_number text) returns timestamp with time zone

-- function contact_email_keys(tenant_id uuid, emails text[]) returns text[]

-- function contact_words(tenant_id uuid, name text, company text, emails text[], phones text[], tags text[], fields jsonb) returns tsvector

-- function contacts_kept_by(of_tenant uuid, of_chat uuid, of_contact uuid) returns uuid[]

-- function copy_chat_name() returns trigger

-- function count_failures(of_tenant uuid, of_chat uuid) returns integer

-- function delete_old_texts(of_tenant uuid, of_chat uuid, before timestamp with time zone, most integer) returns TABLE(texts integer, notes integer, files uuid[], is_done boolean)

-- function erase_contact(of_tenant uuid, of_contact uuid, phone_ids uuid[], identifiers text[], spellings text[], with_messages boolean, erased_name text, erased_text text, erased_note text) returns TABLE(chats integer, texts integer, notes integer, files uuid[])

-- function find_known_chats(texts json) returns TABLE(place integer, tenant_id uuid, chat_id uuid, sent_by uuid, is_from_line boolean)

-- function find_reported(reports json) returns TABLE(place integer, tenant_id uuid, chat_id uuid, delivery_id uuid, is_over boolean)

-- function follow_moved_phone() returns trigger

-- function follow_phone() returns trigger

-- function give_contact_card() returns trigger

-- function is_on_hold(of_tenant uuid, of_chat uuid) returns boolean

-- function keep_opt_out_change() returns trigger

-- function keep_texts(texts json, all_parameters json[]) returns TABLE(place integer, chat_id uuid, sent_by uuid, is_from_line boolean)

-- function lacks_consent(of_tenant uuid, of_line uuid, of_phone uuid, of_number text) returns text

-- function lock_chats_for_messages(of_tenant uuid, chat_ids uuid[], requests json) returns json

-- function member_list_rank(archived_at timestamp with time zone, unread_count integer, chat_rank smallint) returns smallint

-- function member_records(of_tenant uuid, of_message uuid, of_member uuid) returns json

-- function merge_contact_cards() returns trigger

-- function note_last_texts(added_messages json) returns void

-- function phone_spellings(number text) returns text[]

-- function refresh_contact_phones(of_tenant uuid, of_contact uuid) returns void

-- function refresh_list_fields(of_tenant uuid, of_chat uuid, version_steps integer) returns TABLE(version bigint, message_count integer, has_unread boolean)

-- function refresh_scheduled(of_tenant uuid, chat_ids uuid[]) returns TABLE(chat_id uuid, version bigint, scheduled_count integer, has_unread boolean)

-- function reject_audit_log_change() returns trigger

-- function reject_changed_accounts(signed json) returns void

-- function reject_consent_change() returns trigger

-- function rename_contact_card() returns trigger

-- function search_numbers(tenant_id uuid, content text) returns text[]

-- function search_words(tenant_id uuid, content text) returns text[]

-- function settle_and_claim_sends(accepted json, sends json) returns TABLE(place integer, status text, has_reports boolean, has_next boolean, posted_at timestamp with time zone, from_number text, body text, attempts integer, member_id uuid, opted_out boolean, allowed_countries text[], records json, version bigint, has_unread boolean)

-- function stored_account(account_sid text, auth_token_encrypted text) returns text

-- function tell_hooks_of_change() returns trigger

-- function tell_hooks_of_contact() returns trigger

-- function tell_hooks_of_message() returns trigger

-- function tell_hooks_of_opt_out() returns trigger

-- function tell_hooks_of_reopening() returns trigger

-- function tell_hooks_of_status() returns trigger

-- function without_identifiers(original text, identifiers text[], replacement text) returns text

-- function write_messages(of_tenant uuid, added_messages json, added_media json, added_deliveries json, answered_requests json, added_pending json, pending_media json, canceled uuid[], changed_chats uuid[]) returns json
