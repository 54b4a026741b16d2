-- Adds messages and pending messages to locked chats of a tenant, and cancels the pending messages that they replace under other
-- IDs. The messages are parameters of add_messages. Returns its rows, and those of refresh_scheduled for the chats whose pending
-- messages changed.
create or replace function write_messages(
  of_tenant uuid, added_messages json, added_media json, added_deliveries json, answered_requests json,
  added_pending json, pending_media json, canceled uuid[], changed_chats uuid[]) returns json
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  added json;
begin
  perform cancel_messages(of_tenant, canceled);

  insert into all_messages (tenant_id, message_id, chat_id, number_id, state, text, parent_id, recipients, sent_by, sent_at,
    send_at, cancel_on_reply, opens_chat, request_id)
  select of_tenant, p.message_id, p.chat_id, p.number_id, p.state, p.text, p.parent_id, p.recipients, p.written_by,
    p.written_at, p.send_at, p.cancel_on_reply, p.opens_chat, p.request_id
  from json_to_recordset(added_pending) as p (message_id uuid, chat_id uuid, number_id uuid, state text, text text,
    parent_id uuid, recipients uuid[], written_by uuid, written_at timestamptz, send_at timestamptz,
    cancel_on_reply boolean, opens_chat boolean, request_id uuid)
  on conflict (tenant_id, message_id) do update set number_id = excluded.number_id, state = excluded.state,
    recipients = excluded.recipients, sent_at = excluded.sent_at, send_at = excluded.send_at,
    cancel_on_reply = excluded.cancel_on_reply, request_id = excluded.request_id, reason = null, owner_id = null;

  insert into message_media (tenant_id, message_id, position, file_id)
  select of_tenant, f.message_id, f.position, f.file_id
  from json_to_recordset(pending_media) as f (message_id uuid, position smallint, file_id uuid)
  on conflict (tenant_id, message_id, position) do nothing;

  select coalesce(json_agg(json_build_object('version', a.version, 'messageCount', a.message_count,
    'hasUnread', a.has_unread, 'unreadCounts', a.unread_counts)), '[]') into added
  from add_messages(added_messages, added_media, added_deliveries, answered_requests) a;

  return (
    select json_build_object('messages', added, 'chats', coalesce(json_agg(json_build_object('chatId', r.chat_id,
      'version', r.version, 'scheduledCount', r.scheduled_count, 'hasUnread', r.has_unread)), '[]'))
    from refresh_scheduled(of_tenant, changed_chats) r
  );
end $$;
