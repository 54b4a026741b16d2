-- Writes an event for each webhook that subscribed to it, in the transaction of the change. While a webhook is disabled because
-- it failed, its events stay in the log.
create or replace function add_hook_event(
  of_tenant uuid, of_kind text, at timestamptz, of_chat uuid, of_item uuid, of_member uuid, details jsonb) returns void
language plpgsql as $$
begin
  insert into hook_events (tenant_id, hook_id, kind, happened_at, chat_id, item_id, member_id, detail, state)
  select of_tenant, h.hook_id, of_kind, at, of_chat, of_item, of_member, details,
    case when h.disabled_reason is null then 'waiting' else 'missed' end
  from hooks h
  where h.tenant_id = of_tenant and of_kind = any(h.events) and h.disabled_reason is distinct from 'admin';
end $$;

create or replace function tell_hooks_of_message() returns trigger
language plpgsql as $$
begin
  if not exists (select from hooks h where h.tenant_id = new.tenant_id) then return null; end if;
  if new.provider_sid is not null then
    perform add_hook_event(new.tenant_id, 'message.received', new.sent_at, new.chat_id, new.message_id, null, '{}');
  -- Messages in a chat without phones are for the team only.
  elsif exists (
    select from chat_members m
    where m.tenant_id = new.tenant_id and m.chat_id = new.chat_id and m.role = 'ExternalMobile' and m.deleted_at is null)
  then
    perform add_hook_event(new.tenant_id, 'message.sent', new.sent_at, new.chat_id, new.message_id, null, '{}');
  end if;
  return null;
end $$;

create or replace function tell_hooks_of_status() returns trigger
language plpgsql as $$
begin
  if not exists (select from hooks h where h.tenant_id = new.tenant_id) then return null; end if;
  perform add_hook_event(new.tenant_id, 'message.status', new.updated_at, new.chat_id, new.message_id, new.member_id,
    jsonb_build_object('status', new.status, 'errorCode', new.error_code, 'errorText', new.error_text,
      'part', new.part, 'parts', new.parts));
  return null;
end $$;

create or replace function tell_hooks_of_change() returns trigger
language plpgsql as $$
begin
  if not exists (select from hooks h where h.tenant_id = new.tenant_id) then return null; end if;
  perform add_hook_event(new.tenant_id,
    case when new.kind = 'done' then 'chat.done' when new.kind in ('assigned', 'unassigned') then 'chat.assigned'
      else 'chat.opened' end,
    new.changed_at, new.chat_id, new.change_id, null,
    jsonb_build_object('why', new.kind, 'by', new.changed_by,
      'assignee', case when new.kind = 'assigned' then new.details ->> 'memberId' end));
  return null;
end $$;

-- A failed text reopens its chat, without a change in the transcript.
create or replace function tell_hooks_of_reopening() returns trigger
language plpgsql as $$
begin
  perform add_hook_event(new.tenant_id, 'chat.opened', now(), new.chat_id, null, null,
    jsonb_build_object('why', 'textFailed', 'by', null, 'assignee', null));
  return null;
end $$;

create or replace function tell_hooks_of_contact() returns trigger
language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if not exists (select from hooks h where h.tenant_id = changed.tenant_id and 'contact.changed' = any(h.events)) then
    return null;
  end if;
  -- A phone first gets a card of its own, even if it moves to another one immediately: no one saw that.
  if tg_op = 'DELETE' then
    delete from hook_events e
    where e.tenant_id = old.tenant_id and e.item_id = old.contact_id and e.kind = 'contact.changed'
      and e.transaction_id = txid_current() and e.detail ? 'isNew';
    if found then return null; end if;
  end if;
  -- One event for all changes of a transaction.
  if exists (
    select from hook_events e
    where e.tenant_id = changed.tenant_id and e.item_id = changed.contact_id and e.kind = 'contact.changed'
      and e.transaction_id = txid_current())
  then
    return null;
  end if;
  perform add_hook_event(changed.tenant_id, 'contact.changed', now(), null, changed.contact_id, null,
    case tg_op when 'INSERT' then '{"isNew": true}'::jsonb else '{}' end);
  return null;
end $$;

-- The ledger entry that opted the phone out or in was added just before.
create or replace function tell_hooks_of_opt_out() returns trigger
language plpgsql as $$
declare
  changed record;
  entry record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if not exists (select from hooks h where h.tenant_id = changed.tenant_id) then return null; end if;
  select e.* into entry
  from consent_people p join consent_entries e on e.tenant_id = p.tenant_id and e.person_key = p.person_key
  where p.tenant_id = changed.tenant_id and p.number = (phone_spellings(changed.number))[1] and e.line_id = changed.line_id
  order by e.entry_id desc limit 1;
  -- An opt-out is also removed if its phone is erased or has a new owner.
  if not found or (tg_op = 'DELETE' and entry.state <> 'granted') then return null; end if;
  perform add_hook_event(changed.tenant_id, case tg_op when 'DELETE' then 'contact.optedIn' else 'contact.optedOut' end,
    entry.happened_at, entry.chat_id, entry.entry_id, null, '{}');
  return null;
end $$;

do $$
begin
  if to_regclass('hook_events') is null then return; end if;
  create or replace trigger hooks_added_message after insert on all_messages
    for each row when (new.state = 'sent') execute function tell_hooks_of_message();
  create or replace trigger hooks_sent_message after update of state on all_messages
    for each row when (old.state <> 'sent' and new.state = 'sent') execute function tell_hooks_of_message();
  create or replace trigger hooks_added_status after insert on deliveries
    for each row when (new.status = 'skipped') execute function tell_hooks_of_status();
  create or replace trigger hooks_status after update of status on deliveries
    for each row when (old.status <> new.status
      and new.status in ('sent', 'delivered', 'undelivered', 'failed', 'skipped', 'unknown'))
    execute function tell_hooks_of_status();
  create or replace trigger hooks_change after insert on chat_changes
    for each row when (new.kind in
      ('created', 'reopened', 'snoozeEnded', 'restored', 'done', 'assigned', 'unassigned'))
    execute function tell_hooks_of_change();
  create or replace trigger hooks_reopened after update of state on chats
    for each row when (old.state <> 'open' and new.state = 'open' and new.failed_count > old.failed_count)
    execute function tell_hooks_of_reopening();
  create or replace trigger hooks_contact after insert or delete on contact_cards
    for each row execute function tell_hooks_of_contact();
  create or replace trigger hooks_changed_contact after update on contact_cards
    for each row when (
      (old.name, old.company, old.emails, old.tags, old.time_zone, old.language, old.fields, old.phones)
      is distinct from
      (new.name, new.company, new.emails, new.tags, new.time_zone, new.language, new.fields, new.phones))
    execute function tell_hooks_of_contact();
  create or replace trigger hooks_opt_out after insert or delete on opt_outs
    for each row execute function tell_hooks_of_opt_out();
end $$;
