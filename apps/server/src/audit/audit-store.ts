import type { AuditChange, AuditEntry, AuditKind, CallQuery, TenantId, UserId } from '@partyline/contract'
import type { ColumnType } from 'kysely'
import { newId } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

type AuditTable = {
  tenant_id: TenantId
  entry_id: AuditEntry['id']
  done_at: Date
  done_by: UserId | null
  kind: AuditKind
  subject: string | null
  changes: ColumnType<AuditChange[], string>
}
type UserName = { tenant_id: TenantId; user_id: UserId; name: string }

const tables = (db: Queries) => db.withTables<{ audit_log: AuditTable; users: UserName }>()

/** Who does something, and where; nobody of the team where `userId` is null. */
export type Actor = { tenantId: TenantId; userId: UserId | null }

type Deed = { kind: AuditKind; at: Date; subject?: string; changes?: AuditChange[] }

/** Takes part in the transaction of what it records. */
export async function recordDeed(trx: Queries, { tenantId, userId }: Actor, deed: Deed): Promise<void> {
  await tables(trx)
    .insertInto('audit_log')
    .values({
      tenant_id: tenantId,
      entry_id: newId(),
      done_at: deed.at,
      done_by: userId,
      kind: deed.kind,
      subject: deed.subject || null,
      changes: JSON.stringify(deed.changes ?? []),
    })
    .execute()
}

/** Newest first. */
export async function listEntries(
  db: Queries,
  tenantId: TenantId,
  { before, by, kind, limit }: CallQuery<'settings.audit'>,
): Promise<AuditEntry[]> {
  let query = tables(db)
    .selectFrom('audit_log')
    .leftJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'audit_log.tenant_id').onRef('users.user_id', '=', 'audit_log.done_by'),
    )
    .select(['entry_id', 'done_at', 'done_by', 'kind', 'subject', 'changes', 'users.name'])
    .where('audit_log.tenant_id', '=', tenantId)
  if (before) query = query.where('entry_id', '<', before)
  if (by) query = query.where('done_by', '=', by)
  if (kind) query = query.where('kind', '=', kind)
  const rows = await query.orderBy('entry_id', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    id: row.entry_id,
    at: row.done_at.toISOString(),
    by: row.done_by === null ? null : { id: row.done_by, name: row.name ?? '' },
    kind: row.kind,
    subject: row.subject,
    changes: row.changes,
  }))
}
