-- The audit log is append-only, except that an erasure removes the person from entries.
create or replace function reject_audit_log_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'subject' - 'changes' = to_jsonb(old) - 'subject' - 'changes'
      and current_setting('partyline.erasing', true) = 'on'
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only.';
end $$;

create or replace trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function reject_audit_log_change();
create or replace trigger audit_log_kept before update on audit_log
  for each row execute function reject_audit_log_change();
