-- Deletes a chat's texts and notes from before a time, oldest first, up to a limit for each, and then its older changes. Texts on
-- legal hold, unsent, or being sent stay. Message counts never decrease. Returns the counts of deleted items, the files that were
-- in use, and whether it is done.
create or replace function delete_old_texts(of_tenant uuid, of_chat uuid, before timestamptz, most integer)
returns table (texts integer, notes integer, files uuid[], is_done boolean)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  doomed uuid[];
  doomed_notes uuid[];
  used uuid[];
  is_over boolean;
begin
  perform from chats c where c.tenant_id = of_tenant and c.chat_id = of_chat for update;
  if is_on_hold(of_tenant, of_chat) then
    return query select 0, 0, '{}'::uuid[], true;
    return;
  end if;

  doomed := array(
    select m.message_id from all_messages m
    where m.tenant_id = of_tenant and m.chat_id = of_chat and m.sent_at < before and m.state = 'sent'
      and not exists (
        select from deliveries d
        where d.tenant_id = of_tenant and d.message_id = m.message_id and d.status in ('queued', 'sending'))
    order by m.sent_at, m.message_id
    limit most);
  doomed_notes := array(
    select n.note_id from notes n
    where n.tenant_id = of_tenant and n.chat_id = of_chat and n.created_at < before
    order by n.created_at, n.note_id
    limit most);
  is_over := greatest(cardinality(doomed), cardinality(doomed_notes)) < most;
  if cardinality(doomed) + cardinality(doomed_notes) = 0 then
    -- The rows that the previous step left, if it reached its limit.
    delete from chat_changes h using chats c
    where c.tenant_id = of_tenant and c.chat_id = of_chat and h.tenant_id = of_tenant and h.chat_id = of_chat
      and h.changed_at < c.deleted_before;
    return query select 0, 0, '{}'::uuid[], true;
    return;
  end if;

  update chat_members s set unread_count = greatest(s.unread_count - u.count, 0)
  from (
    select s.member_id, count(*) as count
    from chat_members s join all_messages m on m.tenant_id = s.tenant_id and m.message_id = any(doomed)
    where s.tenant_id = of_tenant and s.chat_id = of_chat and s.role = 'TeamsUser' and s.unread_count > 0
      and m.sent_by <> s.member_id and m.automatic is null
      and (s.joined_after is null or (m.sent_at, m.message_id) > (
        select j.sent_at, j.message_id from all_messages j where j.tenant_id = of_tenant and j.message_id = s.joined_after))
      and not exists (
        select from deliveries d
        where d.tenant_id = of_tenant and d.message_id = m.message_id and d.member_id = s.member_id)
    group by s.member_id
  ) u
  where s.tenant_id = of_tenant and s.chat_id = of_chat and s.member_id = u.member_id;
  -- A member who joined after a deleted text now joined after the remaining one before it, if any.
  update chat_members s set joined_after = (
    select m.message_id from all_messages m join all_messages j on j.tenant_id = of_tenant and j.message_id = s.joined_after
    where m.tenant_id = of_tenant and m.chat_id = of_chat and m.state = 'sent' and m.message_id <> all(doomed)
      and (m.sent_at, m.message_id) < (j.sent_at, j.message_id)
    order by m.sent_at desc, m.message_id desc limit 1)
  where s.tenant_id = of_tenant and s.chat_id = of_chat and s.joined_after = any(doomed);

  used := array(
    select f.file_id from message_media f where f.tenant_id = of_tenant and f.message_id = any(doomed)
    union
    select f.file_id from note_media f where f.tenant_id = of_tenant and f.note_id = any(doomed_notes));
  delete from notices i where i.tenant_id = of_tenant and i.chat_id = of_chat
    and i.item_id = any(doomed || doomed_notes);
  delete from message_media f where f.tenant_id = of_tenant and f.message_id = any(doomed);
  delete from inbound_media f where f.tenant_id = of_tenant and f.message_id = any(doomed);
  delete from deliveries d where d.tenant_id = of_tenant and d.message_id = any(doomed);
  update all_messages m set parent_id = null
  where m.tenant_id = of_tenant and m.parent_id = any(doomed) and m.message_id <> all(doomed);
  delete from all_messages m where m.tenant_id = of_tenant and m.message_id = any(doomed);
  delete from notes n where n.tenant_id = of_tenant and n.note_id = any(doomed_notes);
  update note_versions v set version = v.version + 1
  where v.tenant_id = of_tenant and v.chat_id = of_chat and cardinality(doomed_notes) > 0;
  if is_over then
    delete from chat_changes h where h.tenant_id = of_tenant and h.chat_id = of_chat and h.changed_at < before;
  end if;

  update chats c set
    deleted_before = greatest(c.deleted_before, before),
    failed_count = count_failures(of_tenant, of_chat),
    unclaimed_count = case when c.unclaimed_count = 0 then 0 else least(c.unclaimed_count, (
      select count(*) from messages m join chat_members s using (tenant_id, chat_id)
      where m.tenant_id = of_tenant and m.chat_id = of_chat and s.member_id = m.sent_by and s.role = 'ExternalMobile')) end,
    waiting_since = case when c.waiting_since >= before then c.waiting_since else (
      select min(m.sent_at) from messages m join chat_members s using (tenant_id, chat_id)
      where m.tenant_id = of_tenant and m.chat_id = of_chat and m.sent_at >= c.waiting_since and m.automatic is null
        and s.member_id = m.sent_by and s.role = 'ExternalMobile') end,
    last_message_id = case when c.last_message_id = any(doomed) then (
        select m.message_id from messages m
        where m.tenant_id = of_tenant and m.chat_id = of_chat and m.automatic is null
        order by m.sent_at desc, m.message_id desc limit 1)
      else c.last_message_id end
  where c.tenant_id = of_tenant and c.chat_id = of_chat;
  perform refresh_list_fields(of_tenant, of_chat, 1);
  return query select cardinality(doomed), cardinality(doomed_notes), used, is_over;
end $$;
