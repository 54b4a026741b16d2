-- Adds messages and pending messages to locked chats of a tenant, and removes the pending messages in whose place others are
-- written. The messages are parameters of add_messages. Returns its rows, and those of refresh_scheduled for the chats whose
-- pending messages changed.
create or replace function write_messages(
  of_tenant uuid, added_messages json, added_media json, added_deliveries json, answered_requests json,
  added_pending json, removed_pending uuid[], changed_chats uuid[]) returns json
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  added json;
begin
  delete from pending_messages m where m.tenant_id = of_tenant and m.message_id = any(removed_pending);

  insert into pending_messages (tenant_id, message_id, chat_id, number_id, state, text, parent_id, file_ids, recipients,
    written_by, written_at, send_at, cancel_on_reply, opens_chat, request_key, request_id)
  select of_tenant, p.message_id, p.chat_id, p.number_id, p.state, p.text, p.parent_id, p.file_ids, p.recipients,
    p.written_by, p.written_at, p.send_at, p.cancel_on_reply, p.opens_chat, p.request_key, p.request_id
  from json_to_recordset(added_pending) as p (message_id uuid, chat_id uuid, number_id uuid, state text, text text,
    parent_id uuid, file_ids uuid[], recipients uuid[], written_by uuid, written_at timestamptz, send_at timestamptz,
    cancel_on_reply boolean, opens_chat boolean, request_key text, request_id uuid);

  select coalesce(json_agg(json_build_object('version', a.version, 'messageCount', a.message_count,
    'hasUnread', a.has_unread, 'unreadCounts', a.unread_counts)), '[]') into added
  from add_messages(added_messages, added_media, added_deliveries, answered_requests) a;

  return (
    select json_build_object('messages', added, 'chats', coalesce(json_agg(json_build_object('chatId', r.chat_id,
      'version', r.version, 'scheduledCount', r.scheduled_count, 'hasUnread', r.has_unread)), '[]'))
    from refresh_scheduled(of_tenant, changed_chats) r
  );
end $$;
