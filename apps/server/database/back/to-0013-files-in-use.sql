-- Takes back the migrations after 0013, for a return to the version before. All processes are stopped. Messages that were
-- canceled are gone afterwards, and so are notes, and what contacts have beside a name and one phone. The version before shows
-- messages in the order of their ids: those that were held or scheduled are where they were written.
begin;

-- 0031-unanswered-chats
alter table chats drop column waiting_since;

-- 0030-archives. Their files stay under archives/ in the storage for files, and can be deleted.
drop table archive_parts, archives;

-- 0029-retention. What was deleted stays deleted, and lines keep texts forever.
drop function if exists delete_old_texts, is_on_hold;
delete from applied_functions where name in ('delete_old_texts', 'is_on_hold');
drop table legal_holds;
drop index messages_parent;
alter table chats drop column deleted_before;
alter table lines drop column keep_days, drop column deletes_from;

-- 0028-api-keys. Texts that keys sent have no author.
delete from chat_members where role = 'ApiKey';
alter table chat_members add constraint chat_members_role_check check (role in ('TeamsUser', 'ExternalMobile'));
create or replace view people as
  select tenant_id, user_id as member_id, 'TeamsUser' as role, name, null as number, not enabled as disabled,
    left_directory_at
  from users
  union all
  select tenant_id, number_id, 'ExternalMobile', name, number, disabled or deleted_at is not null, null
  from contacts;
drop table api_keys;

-- 0027-reports
drop table report_counts, report_days, report_settings, hours_versions;
-- 0026-hooks. Webhooks are gone, with their events.
drop trigger if exists hooks_added_message on all_messages;
drop trigger if exists hooks_sent_message on all_messages;
drop trigger if exists hooks_added_status on deliveries;
drop trigger if exists hooks_status on deliveries;
drop trigger if exists hooks_change on chat_changes;
drop trigger if exists hooks_reopened on chats;
drop trigger if exists hooks_contact on contact_cards;
drop trigger if exists hooks_changed_contact on contact_cards;
drop trigger if exists hooks_opt_out on opt_outs;
drop function if exists add_hook_event, tell_hooks_of_message, tell_hooks_of_status, tell_hooks_of_change,
  tell_hooks_of_reopening, tell_hooks_of_contact, tell_hooks_of_opt_out;
drop table hook_events, hooks;
delete from applied_functions where name = 'tell_hooks';

-- 0025-reassigned-phones. Such a phone is its former owner's again once it texts.
alter table contacts drop column reassigned_at;

-- 0023-erasures. What was erased stays erased, but opt-outs of people who were erased are gone.
drop trigger if exists audit_log_kept on audit_log;
drop function if exists erase_contact, without_identifiers;
drop table erasures, erasure_keys;
alter table audit_log drop column about;
delete from applied_functions where name in ('erase_contact', 'reject_audit_log_change');

-- 0022-consent. What is in force goes back to the opt-outs of the version before; the rest of the ledger is gone.
drop trigger opt_out_changes_ledger on opt_out_changes;
insert into opt_out_changes (tenant_id, change_id, line_id, number, wish, source, done_by, changed_at)
select e.tenant_id, e.entry_id, e.line_id, p.number, case e.state when 'granted' then 'start' else 'stop' end,
  case when e.source = 'twilioError' then 'refused' when e.source in ('keyword', 'twilio') then e.source else 'manual' end,
  e.recorded_by, e.happened_at
from consent_entries e join consent_people p on p.tenant_id = e.tenant_id and p.person_key = e.person_key
where e.state <> 'asked' and p.number is not null
on conflict do nothing;
alter table lines drop column consent, drop column consent_request;
drop table written_consents, consent_evidence, consent_entries, consent_people;
drop function keep_opt_out_change, reject_consent_change, phone_spellings;
drop function if exists lacks_consent, consent_asked_at;
delete from applied_functions where name in ('lacks_consent', 'consent_asked_at', 'phone_spellings', 'lock_chats_for_messages');

-- 0021-contact-imports, with the columns of 0024-import-consent
drop table contact_import_rows, contact_imports;

-- 0020-contacts
drop trigger if exists contacts_card on contacts;
drop trigger if exists contacts_card_name on contacts;
drop trigger if exists contacts_card_phones on contacts;
drop trigger if exists contact_merges_card on contact_merges;
drop table contact_changes, contact_views, contact_fields, contact_tags, contact_phones, contact_cards;
drop function if exists give_contact_card, rename_contact_card, merge_contact_cards, note_last_texts,
  refresh_contact_phones, follow_phone, follow_moved_phone;
drop function contact_words, contact_email_keys;
delete from applied_functions where name in ('give_contact_card', 'note_last_texts');

-- 0019-notifications
drop table notified_people, shown_notices, pushed_chats, notification_sends, push_devices, notices;
alter table users drop column working_hours, drop column paused_until, drop column teams_notifications;

-- 0018-notes
drop table unread_mentions, note_edits, note_media, note_versions, notes;
delete from idempotency_keys where call = 'notes.add';

-- 0017-returned-and-due
alter table chats drop column returned_count, drop column scheduled_for;

-- 0016-saas-forwards
do $$
begin
  if exists (select from saas_forwards) then
    raise exception 'Marketplace events wait to be forwarded. Let the new version forward them first, or delete them from saas_forwards.';
  end if;
end $$;
drop table saas_forwards;

-- 0015-one-table-of-messages
drop view messages, pending_messages;

create table pending_messages (
  tenant_id uuid not null,
  message_id uuid not null,
  chat_id uuid not null,
  number_id uuid not null,
  state text not null check (state in ('held', 'scheduled', 'late', 'returned')),
  text text not null,
  parent_id uuid,
  file_ids uuid[] not null,
  recipients uuid[] not null,
  written_by uuid not null,
  written_at timestamptz not null,
  send_at timestamptz not null,
  cancel_on_reply boolean not null,
  reason text,
  owner_id uuid,
  request_key text,
  request_id uuid,
  opens_chat boolean not null default false,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, chat_id) references chats (tenant_id, chat_id),
  foreign key (tenant_id, number_id) references lines (tenant_id, number_id),
  foreign key (tenant_id, parent_id) references all_messages (tenant_id, message_id),
  foreign key (tenant_id, written_by) references users (tenant_id, user_id),
  foreign key (tenant_id, owner_id) references users (tenant_id, user_id),
  constraint pending_messages_returned_check
    check ((state = 'returned') = (reason is not null) and (state = 'returned') = (owner_id is not null))
);

insert into pending_messages (tenant_id, message_id, chat_id, number_id, state, text, parent_id, file_ids, recipients,
  written_by, written_at, send_at, cancel_on_reply, opens_chat, reason, owner_id, request_key, request_id)
select m.tenant_id, m.message_id, m.chat_id, m.number_id, m.state, m.text, m.parent_id, array(
    select f.file_id from message_media f
    where f.tenant_id = m.tenant_id and f.message_id = m.message_id order by f.position),
  m.recipients, m.sent_by, m.sent_at, m.send_at, m.cancel_on_reply, m.opens_chat, m.reason, m.owner_id, (
    select k.key from idempotency_keys k
    where k.tenant_id = m.tenant_id and k.user_id = m.sent_by and k.call = 'messages.send' and k.result_id = m.message_id),
  m.request_id
from all_messages m where m.state in ('held', 'scheduled', 'late', 'returned');

delete from message_media f using all_messages m
where m.tenant_id = f.tenant_id and m.message_id = f.message_id and m.state <> 'sent';
delete from all_messages where state <> 'sent';

alter table chats add column last_automatic_id uuid;
update chats c set last_automatic_id = m.message_id
from all_messages m
where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.sent_at = c.last_automatic_at and m.automatic is not null;
alter table chats drop column last_automatic_at;

alter table message_media drop column sent_at;
alter table all_messages
  drop column state, drop column number_id, drop column recipients, drop column send_at, drop column cancel_on_reply,
  drop column opens_chat, drop column reason, drop column owner_id, drop column request_id;
alter table all_messages rename to messages;

drop index messages_chat, messages_time, chat_changes_chat, deliveries_pair;
create index messages_chat on messages (tenant_id, chat_id, message_id);
create index chat_changes_chat on chat_changes (tenant_id, chat_id, change_id);
create index deliveries_pair on deliveries (tenant_id, from_number_id, to_number, message_id, part)
  where status in ('queued', 'sending') and provider_sid is null;
create index pending_messages_due on pending_messages (send_at) where state in ('held', 'scheduled');
create index pending_messages_chat on pending_messages (tenant_id, chat_id, send_at, written_at, message_id);
create index pending_messages_scheduled on pending_messages (tenant_id, send_at, written_at, message_id)
  where state <> 'held';

drop function write_messages(uuid, json, json, json, json, json, json, uuid[], uuid[]);
drop function cancel_messages(uuid, uuid[]);
delete from applied_functions where name = 'cancel_messages';

-- 0014-automatic-names
alter table chats drop column auto_named;

delete from kysely_migration where name in (
  '0014-automatic-names', '0015-one-table-of-messages', '0016-saas-forwards', '0017-returned-and-due', '0018-notes',
  '0019-notifications', '0020-contacts', '0021-contact-imports', '0022-consent', '0023-erasures',
  '0024-import-consent', '0025-reassigned-phones', '0026-hooks', '0027-reports', '0028-api-keys',
  '0029-retention', '0030-archives', '0031-unanswered-chats', '0032-import-opt-outs');

commit;
