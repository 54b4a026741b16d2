-- Raises an error if one of these Twilio accounts has changed since a signature was checked with it. "stored_accounts" is the stored
-- account of each tenant that used it then: null from the previous version, and for texts that no webhook delivered.
create or replace function reject_changed_accounts(signed json) returns void
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if exists (
    select from (
      select distinct s.account_sid, s.stored_accounts
      from json_to_recordset(signed) as s (account_sid text, stored_accounts jsonb)
      where s.stored_accounts is not null
    ) s
    where s.stored_accounts is distinct from (
      select jsonb_object_agg(t.tenant_id, stored_account(t.account_sid, t.auth_token_encrypted))
      from tenants t where t.account_sid = s.account_sid)
  ) then
    raise exception 'A Twilio account has changed.' using errcode = 'TA001';
  end if;
end $$;
