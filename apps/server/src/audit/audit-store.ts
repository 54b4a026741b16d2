import type {
  AuditChange,
  AuditEntry,
  AuditEntryId,
  AuditField,
  AuditKind,
  CallQuery,
  ChatId,
  ContactId,
  MemberId,
  NumberId,
  TenantId,
  UserId,
} from '@partyline/contract'
import { firstIdOf, newId } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

/** The person or API key that makes a change, and their tenant. `userId` is null for changes by the system. */
export type Actor = { tenantId: TenantId; userId: UserId | null }

/** An erasure finds the entries about someone by it. */
type About = ContactId | NumberId | MemberId | ChatId

type Deed = { kind: AuditKind; at: Date; subject?: string; changes?: AuditChange[]; about?: About }

/** Runs in the transaction that it records. */
export async function recordAuditEntry(trx: Queries, { tenantId, userId }: Actor, deed: Deed): Promise<void> {
  await trx
    .insertInto('auditLog')
    .values({
      tenantId,
      entryId: newId(),
      doneAt: deed.at,
      doneBy: userId,
      kind: deed.kind,
      subject: deed.subject || null,
      changes: JSON.stringify(deed.changes ?? []),
      about: deed.about ?? null,
    })
    .execute()
}

/** When something of this kind was last done. */
export async function lastEntryAt(db: Queries, tenantId: TenantId, kind: AuditKind): Promise<Date | null> {
  const last = await db
    .selectFrom('auditLog')
    .select('doneAt')
    .where('tenantId', '=', tenantId)
    .where('kind', '=', kind)
    .orderBy('entryId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.doneAt ?? null
}

/** How far the time in an entry's ID is from `doneAt` at most: the entry may wait for a lock, or the clock be corrected. */
const ID_OFFSET_MS = 3_600_000

/** Newest first. */
export async function listEntries(
  db: Queries,
  tenantId: TenantId,
  { before, by, kind, from, to, limit }: CallQuery<'settings.audit'>,
): Promise<AuditEntry[]> {
  let query = db
    .selectFrom('auditLog')
    .leftJoin('users', (join) =>
      join.onRef('users.tenantId', '=', 'auditLog.tenantId').onRef('users.userId', '=', 'auditLog.doneBy'),
    )
    .leftJoin('apiKeys', (join) =>
      join
        .onRef('apiKeys.tenantId', '=', 'auditLog.tenantId')
        .on(({ eb, ref }) => eb(ref('apiKeys.keyId').$castTo<string>(), '=', ref('auditLog.doneBy'))),
    )
    .select(['entryId', 'doneAt', 'doneBy', 'kind', 'subject', 'changes'])
    .select(({ fn }) => fn.coalesce('users.name', 'apiKeys.name').as('name'))
    .where('auditLog.tenantId', '=', tenantId)
  if (before) query = query.where('entryId', '<', before)
  if (by) query = query.where('doneBy', '=', by)
  if (kind) query = query.where('kind', '=', kind)
  // Every index ends with the ID, so that only IDs limit what is read.
  if (from) {
    const first = new Date(from)
    query = query
      .where('doneAt', '>=', first)
      .where('entryId', '>=', firstIdOf<AuditEntryId>(new Date(first.getTime() - ID_OFFSET_MS)))
  }
  if (to) {
    const end = new Date(to)
    query = query
      .where('doneAt', '<', end)
      .where('entryId', '<', firstIdOf<AuditEntryId>(new Date(end.getTime() + ID_OFFSET_MS)))
  }
  const rows = await query.orderBy('entryId', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    id: row.entryId,
    at: row.doneAt.toISOString(),
    by: row.doneBy === null ? null : { id: row.doneBy, name: row.name ?? '' },
    kind: row.kind,
    subject: row.subject,
    changes: row.changes,
  }))
}

/** The fields that have changed. */
export function differences(fields: Partial<Record<AuditField, readonly [from: string, to: string]>>): AuditChange[] {
  return (Object.keys(fields) as AuditField[]).flatMap((field) => {
    const [from, to] = fields[field] ?? ['', '']
    return from === to ? [] : [{ field, from, to }]
  })
}
