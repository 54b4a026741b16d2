-- The audit log is append-only.
create or replace function reject_audit_log_change() returns trigger
language plpgsql as $$
begin
  raise exception 'The audit log is append-only.';
end $$;

create or replace trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function reject_audit_log_change();
