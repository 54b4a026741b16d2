-- Cancels pending messages of a tenant: deletes their texts and files, and keeps their IDs.
create or replace function cancel_messages(of_tenant uuid, ids uuid[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  delete from message_media f using pending_messages m
  where m.tenant_id = of_tenant and m.message_id = any(ids) and f.tenant_id = m.tenant_id and f.message_id = m.message_id;

  update all_messages m set state = 'canceled', text = '', reason = null, owner_id = null
  where m.tenant_id = of_tenant and m.message_id = any(ids) and m.state in ('held', 'scheduled', 'late', 'returned');
end $$;
