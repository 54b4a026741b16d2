import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

// Entry ids are UUIDv7: their order is the order of the log.
const statements = [
  sql`create table audit_log (
    tenant_id uuid not null references tenants,
    entry_id uuid not null,
    done_at timestamptz not null,
    -- A user. Null where it was the owner of a phone.
    done_by uuid,
    kind text not null,
    subject text,
    changes json not null,
    primary key (tenant_id, entry_id)
  )`,
  sql`create index audit_log_person on audit_log (tenant_id, done_by, entry_id)`,
  sql`create index audit_log_kind on audit_log (tenant_id, kind, entry_id)`,
  sql`create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log is only added to.';
    end
  $$`,
  sql`create trigger audit_log_only_added_to before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change()`,
]

export const auditLog: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
