-- Replaces each of these words or phrases in a text, ignoring case.
create or replace function without_identifiers(original text, identifiers text[], replacement text) returns text
language plpgsql immutable parallel safe as $$
declare
  identifier text;
  result text := original;
begin
  foreach identifier in array identifiers loop
    if position(lower(identifier) in lower(result)) > 0 then
      result := regexp_replace(
        result,
        '(?<![[:alnum:]])' || regexp_replace(identifier, '([^[:alnum:][:space:]])', '\\\1', 'g') || '(?![[:alnum:]])',
        replacement, 'gi');
    end if;
  end loop;
  return result;
end $$;

-- Erases data that identifies a contact, except its consent (consent/erased-phones.ts) and its card, which the caller deletes. The
-- phones have left their chats, and nothing is being sent to or relayed from them. `identifiers` are its names and numbers,
-- `spellings` all spellings of its numbers. IDs, times, and statuses stay, so that no text is sent or received again.
create or replace function erase_contact(
  of_tenant uuid, of_contact uuid, phone_ids uuid[], identifiers text[], spellings text[], with_messages boolean,
  erased_name text, erased_text text, erased_note text)
returns table (chats integer, texts integer, notes integer, files uuid[])
language plpgsql as $$
#variable_conflict use_column
declare
  known text[];
  -- Also every word of a name, in the names of the contact's chats.
  known_in_chats text[];
  own_chats uuid[];
  -- Chats whose only members outside the team were phones of this contact, or of erased ones.
  private_chats uuid[];
  erased uuid[] := '{}';
  erased_notes uuid[] := '{}';
  used_files uuid[] := '{}';
begin
  known := array(
    select i.identifier
    from (
      select unnest(identifiers) as identifier
      union
      select v.value
      from contact_changes h
        cross join lateral jsonb_array_elements(h.changes) c
        cross join lateral (values
          (case when c ->> 'field' = 'name' then c ->> 'from' end),
          (case when c ->> 'field' = 'name' then c ->> 'to' end),
          (c ->> 'of')) v (value)
      where h.tenant_id = of_tenant and h.contact_id = of_contact
      union
      select h.merged from contact_changes h where h.tenant_id = of_tenant and h.contact_id = of_contact
    ) i
    where length(i.identifier) > 1
    order by length(i.identifier) desc, i.identifier);
  known_in_chats := known || array(
    select distinct word from unnest(known) identifier, regexp_split_to_table(identifier, '[^[:alpha:]]+') word
    where length(word) > 2);

  own_chats := array(
    select distinct m.chat_id from chat_members m
    where m.tenant_id = of_tenant and m.member_id = any(phone_ids) and m.role = 'ExternalMobile');
  private_chats := array(
    select chat_id from unnest(own_chats) own (chat_id)
    where not exists (
      select from chat_members m join contacts n on n.tenant_id = m.tenant_id and n.number_id = m.member_id
      where m.tenant_id = of_tenant and m.chat_id = own.chat_id and m.role = 'ExternalMobile'
        and m.member_id <> all(phone_ids) and n.number <> ''));
  perform from chats c where c.tenant_id = of_tenant and c.chat_id = any(own_chats)
  order by c.chat_id for no key update;

  if with_messages then
    erased := array(
      select m.message_id from all_messages m
      where m.tenant_id = of_tenant and m.chat_id = any(own_chats)
        and (m.chat_id = any(private_chats) or m.sent_by = any(phone_ids)) and m.state = 'sent');
    used_files := array(
      select f.file_id from message_media f join all_messages m on m.tenant_id = f.tenant_id and m.message_id = f.message_id
      where m.tenant_id = of_tenant and m.chat_id = any(own_chats)
        and (m.chat_id = any(private_chats) or m.sent_by = any(phone_ids)));
    perform cancel_messages(of_tenant, array(
      select m.message_id from pending_messages m where m.tenant_id = of_tenant and m.chat_id = any(private_chats)));
    delete from message_media f where f.tenant_id = of_tenant and f.message_id = any(erased);
    delete from inbound_media f where f.tenant_id = of_tenant and f.message_id = any(erased);
    update all_messages m set text = erased_text, missing_media = 0
    where m.tenant_id = of_tenant and m.message_id = any(erased);

    erased_notes := array(
      select n.note_id from notes n
      where n.tenant_id = of_tenant and n.chat_id = any(private_chats) and n.deleted_at is null);
    used_files := used_files || array(
      select f.file_id from note_media f where f.tenant_id = of_tenant and f.note_id = any(erased_notes));
    delete from note_media f where f.tenant_id = of_tenant and f.note_id = any(erased_notes);
    delete from note_edits e using notes n
    where e.tenant_id = of_tenant and n.tenant_id = of_tenant and n.note_id = e.note_id and n.chat_id = any(private_chats);
    update note_versions v set version = v.version + 1
    where v.tenant_id = of_tenant
      and v.chat_id in (select n.chat_id from notes n where n.tenant_id = of_tenant and n.note_id = any(erased_notes));
    update notes n set text = erased_note, mentions = '{}', mentions_everyone = false, version = v.version
    from note_versions v
    where n.tenant_id = of_tenant and n.note_id = any(erased_notes) and v.tenant_id = of_tenant and v.chat_id = n.chat_id;
  end if;

  update deliveries d set
    to_number = case when d.member_id = any(phone_ids) then null else d.to_number end,
    body = null,
    dismissed_at = case when d.member_id = any(phone_ids) then coalesce(d.dismissed_at, now()) else d.dismissed_at end,
    check_at = case when d.member_id = any(phone_ids) then null else d.check_at end
  from all_messages m
  where m.tenant_id = of_tenant and m.chat_id = any(own_chats) and d.tenant_id = of_tenant and d.message_id = m.message_id
    and (d.member_id = any(phone_ids) or m.sent_by = any(phone_ids)) and d.body is not null;

  update chats c set
    name = case when c.chat_id = any(private_chats) then erased_name
      else without_identifiers(c.name, known_in_chats, erased_name) end,
    version = c.version + 1,
    failed_count = count_failures(of_tenant, c.chat_id)
  where c.tenant_id = of_tenant and c.chat_id = any(own_chats);

  update chat_changes h set details = case h.kind
    when 'renamed' then json_build_object(
      'from', case when h.chat_id = any(private_chats) then erased_name
        else without_identifiers(h.details ->> 'from', known_in_chats, erased_name) end,
      'to', case when h.chat_id = any(private_chats) then erased_name
        else without_identifiers(h.details ->> 'to', known_in_chats, erased_name) end)
    else json_build_object('memberId', h.details ->> 'memberId', 'otherChat', json_build_object(
      'id', h.details -> 'otherChat' ->> 'id',
      'name', case when (h.details -> 'otherChat' ->> 'id')::uuid = any(private_chats) then erased_name
        else without_identifiers(h.details -> 'otherChat' ->> 'name', known_in_chats, erased_name) end))
    end
  where h.tenant_id = of_tenant and h.kind in ('renamed', 'phoneMovedHere', 'phoneMovedAway')
    and h.chat_id in (
      select unnest(own_chats)
      union
      -- A chat that lost a phone is named by the chat that got it.
      select (o.details -> 'otherChat' ->> 'id')::uuid from chat_changes o
      where o.tenant_id = of_tenant and o.chat_id = any(own_chats) and o.kind in ('phoneMovedHere', 'phoneMovedAway'));

  -- Only older data of a number that someone else got.
  delete from automatic_replies r
  where r.tenant_id = of_tenant and r.number = any(spellings) and exists (
    select from contacts n
    where n.tenant_id = of_tenant and n.number_id = any(phone_ids) and r.number = any(phone_spellings(n.number))
      and r.replied_at <= coalesce(n.reassigned_at, 'infinity'));
  delete from opt_out_changes o
  where o.tenant_id = of_tenant and o.number = any(spellings) and exists (
    select from contacts n
    where n.tenant_id = of_tenant and n.number_id = any(phone_ids) and o.number = any(phone_spellings(n.number))
      and o.changed_at <= coalesce(n.reassigned_at, 'infinity'));
  update provider_events e set sender = '', parameters = null
  where e.tenant_id = of_tenant and e.sender = any(spellings) and e.processed_at is not null and exists (
    select from contacts n
    where n.tenant_id = of_tenant and n.number_id = any(phone_ids) and e.sender = any(phone_spellings(n.number))
      and e.received_at <= coalesce(n.reassigned_at, 'infinity'));
  delete from contact_merges t
  where t.tenant_id = of_tenant and (t.kept_id = any(phone_ids) or t.merged_id = any(phone_ids));
  update contact_import_rows r set name = '', reasons = '{}', changes = null
  where r.tenant_id = of_tenant and (r.contact_id = of_contact or lower(r.name) = any(array(select lower(unnest(known)))));
  update contact_views v set query = jsonb_set(v.query, '{term}', '""')
  where v.tenant_id = of_tenant and without_identifiers(v.query ->> 'term', known, '') <> v.query ->> 'term';

  -- Bodies of webhook events. Locks each row that could get one now, so that none is written from erased data.
  update hook_events e set body = null,
    detail = case when e.member_id = any(phone_ids) then e.detail - 'errorText' else e.detail end
  where e.tenant_id = of_tenant
    and (e.chat_id = any(own_chats) or e.item_id = of_contact or e.member_id = any(phone_ids)
      or exists (select from unnest(known || spellings) i where position(lower(i) in lower(e.body)) > 0));

  perform set_config('partyline.erasing', 'on', true);
  update audit_log a set
    subject = case when a.about = any(own_chats) and a.about <> all(private_chats)
      then without_identifiers(a.subject, known_in_chats, erased_name) else erased_name end,
    changes = (
      select coalesce(json_agg(json_build_object('field', c ->> 'field',
        'from', without_identifiers(c ->> 'from', known, erased_name),
        'to', without_identifiers(c ->> 'to', known, erased_name))), '[]')
      from json_array_elements(a.changes) c
      where a.about = any(own_chats) or c ->> 'field' not in ('name', 'number'))
  where a.tenant_id = of_tenant and a.subject is not null
    and (a.about = of_contact or a.about = any(phone_ids) or a.about = any(own_chats)
      -- Older entries, and those of contacts merged into this one, do not identify their contact.
      or lower(a.subject) = any(array(select lower(unnest(known))))
        and (a.about is null or not exists (
          select from contact_cards k where k.tenant_id = of_tenant and k.contact_id = a.about)
          and not exists (
            select from contacts n where n.tenant_id = of_tenant and n.number_id = a.about and n.deleted_at is null)
          and not exists (select from chats c where c.tenant_id = of_tenant and c.chat_id = a.about)));
  perform set_config('partyline.erasing', 'off', true);

  update contacts n set number = '', name = erased_name, disabled = false, deleted_at = coalesce(n.deleted_at, now())
  where n.tenant_id = of_tenant and n.number_id = any(phone_ids);

  return query select cardinality(own_chats), cardinality(erased), cardinality(erased_notes), used_files;
end $$;
