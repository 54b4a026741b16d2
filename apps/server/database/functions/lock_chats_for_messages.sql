-- Locks these chats and returns what writing messages to the open ones needs: the chats with their current members, the
-- tenant's options, and the requests that were already answered. Reads after locking, so that it sees the changes of the
-- transactions it waited for.
--
-- Everything is looked up by key. PostgreSQL assumes that any JSON list has a hundred rows and would read whole tables
-- instead.
create or replace function lock_chats_for_messages(of_tenant uuid, chat_ids uuid[], requests json) returns json
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  perform from chats c
  where c.tenant_id = of_tenant and c.chat_id = any(chat_ids)
  order by c.chat_id
  for update;

  return (
    select json_build_object(
      'addSignature', t.add_signature,
      'assignOnReply', t.assign_on_reply,
      'allowedCountries', t.allowed_countries,
      'known', (
        select coalesce(json_agg(json_build_object('userId', k.user_id, 'call', k.call, 'key', k.key,
          'fingerprint', encode(k.fingerprint, 'hex'), 'resultId', k.result_id)), '[]')
        from json_to_recordset(requests) as r (user_id uuid, call text, key text)
          join idempotency_keys k using (user_id, call, key)
        where k.tenant_id = of_tenant
      ),
      'chats', (
        select coalesce(json_agg(json_build_object('tenantId', c.tenant_id, 'chatId', c.chat_id,
          'numberId', c.number_id, 'name', c.name, 'relay', c.relay, 'failedCount', c.failed_count,
          'scheduledCount', c.scheduled_count, 'returnedCount', c.returned_count, 'scheduledFor', c.scheduled_for,
          'unclaimedCount', c.unclaimed_count, 'waitingSince', c.waiting_since, 'lastMessageId', c.last_message_id,
          'lastMessageAt', c.last_message_at, 'lastAutomaticAt', c.last_automatic_at, 'state', c.state,
          'snoozedUntil', c.snoozed_until, 'assignedTo', c.assigned_to, 'members', (
            select coalesce(json_agg(json_build_object('id', m.member_id, 'role', m.role, 'name', p.name,
              'number', p.number, 'addedOn', m.added_at, 'deletedOn', m.deleted_at, 'isPersonDisabled', p.disabled,
              'leftDirectoryAt', p.left_directory_at,
              'optedOut', o.tenant_id is not null, 'optedOutBy', o.manual_by,
              'lacksConsent', case when l.consent <> 'off' and p.number is not null
                then lacks_consent(m.tenant_id, c.number_id, p.member_id, p.number) end,
              'consentAskedAt', case when l.consent <> 'off' and p.number is not null
                then consent_asked_at(m.tenant_id, c.number_id, p.number) end, 'notify', m.notify) order by m.added_at, p.name, m.member_id), '[]')
            from chat_members m
              join people p using (tenant_id, member_id, role)
              left join lateral (
                select o.tenant_id, case when o.source = 'manual' then o.manual_by end as manual_by
                from opt_outs o
                where p.number is not null and o.tenant_id = m.tenant_id and o.line_id = c.number_id
                  and o.number = any(phone_spellings(p.number))
                order by o.source = 'manual' desc
                limit 1
              ) o on true
            where m.tenant_id = c.tenant_id and m.chat_id = c.chat_id and m.deleted_at is null
          ))), '[]')
        from chats c
          join lines l on l.tenant_id = c.tenant_id and l.number_id = c.number_id
        where c.tenant_id = of_tenant and c.chat_id = any(chat_ids) and c.archived_at is null
      )
    )
    from tenants t
    where t.tenant_id = of_tenant
  );
end $$;
