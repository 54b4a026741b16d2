import type { ArchiveFailure, ArchiveId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'

export type ArchiveRow = Selectable<Tables['archives']>
export type ArchivePosition = ArchiveRow['position']
export type PartRow = Pick<Selectable<Tables['archiveParts']>, 'part'> & { length: number; sha256: string }
export type OneArchive = { tenantId: TenantId; archiveId: ArchiveId }
type OnePart = OneArchive & { part: number }
/** An archive that this process alone works on until its lease ends. */
export type Lease = OneArchive & { leasedUntil: Date }

/** Until the transaction ends, no archive of the tenant is begun or erased. */
export async function lockArchives(trx: Queries, tenantId: TenantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}/archives`}, 0))`.execute(trx)
}

type NewArchive = Pick<ArchiveRow, 'tenantId' | 'archiveId' | 'createdBy' | 'createdAt' | 'timeZone' | 'chatsTotal'>

export async function insertArchive(trx: Queries, row: NewArchive, position: ArchivePosition): Promise<void> {
  await trx
    .insertInto('archives')
    .values({ ...row, state: 'running', position: JSON.stringify(position), dueAt: row.createdAt })
    .execute()
}

export type ListedArchive = Omit<ArchiveRow, 'state'> & {
  state: Exclude<ArchiveRow['state'], 'removed'>
  createdByName: string
  parts: PartRow[]
}

/** Newest first. */
export async function listArchives(db: Queries, tenantId: TenantId): Promise<ListedArchive[]> {
  const rows = await db
    .selectFrom('archives as a')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenantId', '=', 'a.tenantId').onRef('u.userId', '=', 'a.createdBy'),
    )
    .selectAll('a')
    .select('u.name as createdByName')
    .where('a.tenantId', '=', tenantId)
    .where('a.state', '<>', 'removed')
    .orderBy('a.archiveId', 'desc')
    .$narrowType<{ state: ListedArchive['state'] }>()
    .execute()
  const parts = await db
    .selectFrom('archiveParts')
    .select(['archiveId', 'part', 'length', 'sha256'])
    .where('tenantId', '=', tenantId)
    .where('sha256', 'is not', null)
    .orderBy('part')
    .$narrowType<{ length: number; sha256: string }>()
    .execute()
  return rows.map((row) => ({ ...row, parts: parts.filter(({ archiveId }) => archiveId === row.archiveId) }))
}

/** The row, which stays locked until the transaction ends. */
export async function lockArchive(trx: Queries, { tenantId, archiveId }: OneArchive): Promise<ArchiveRow | null> {
  const row = await trx
    .selectFrom('archives')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('archiveId', '=', archiveId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** A part of an archive that is ready, with how many there are. */
export async function findReadyPart(
  db: Queries,
  { tenantId, archiveId, part }: OnePart,
): Promise<(PartRow & Pick<ArchiveRow, 'createdAt' | 'timeZone'> & { of: number }) | null> {
  const row = await db
    .selectFrom('archives as a')
    .innerJoin('archiveParts as p', (join) =>
      join.onRef('p.tenantId', '=', 'a.tenantId').onRef('p.archiveId', '=', 'a.archiveId'),
    )
    .select(['p.part', 'p.length', 'p.sha256', 'a.createdAt', 'a.timeZone'])
    .select(({ selectFrom }) =>
      selectFrom('archiveParts as o')
        .select(({ fn }) => fn.countAll<number>().as('of'))
        .whereRef('o.tenantId', '=', 'a.tenantId')
        .whereRef('o.archiveId', '=', 'a.archiveId')
        .as('of'),
    )
    .where('a.tenantId', '=', tenantId)
    .where('a.archiveId', '=', archiveId)
    .where('a.state', '=', 'ready')
    .where('p.part', '=', part)
    .$narrowType<{ length: number; sha256: string; of: number }>()
    .executeTakeFirst()
  return row ?? null
}

type Claim = { now: Date; leasedUntil: Date }

/** The running archive that has been due for longest. Of several processes one gets it. */
export async function claimArchive(db: Queries, { now, leasedUntil }: Claim): Promise<(ArchiveRow & Lease) | null> {
  for (;;) {
    const due = await db
      .selectFrom('archives')
      .select(['tenantId', 'archiveId', 'dueAt'])
      .where('state', '=', 'running')
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .limit(1)
      .executeTakeFirst()
    if (!due) return null
    const claimed = await db
      .updateTable('archives')
      .set({ dueAt: leasedUntil })
      .where('tenantId', '=', due.tenantId)
      .where('archiveId', '=', due.archiveId)
      .where('state', '=', 'running')
      .where('dueAt', '=', due.dueAt)
      .returningAll()
      .executeTakeFirst()
    if (claimed) return { ...claimed, leasedUntil }
  }
}

/** Whether an archive of any tenant is not finished. */
export async function hasRunning(db: Queries): Promise<boolean> {
  const row = await db
    .selectFrom('archives')
    .select('archiveId')
    .where('state', '=', 'running')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type Progress = {
  position?: ArchivePosition
  chatsDone?: number
  dueAt?: Date
  failingSince?: Date | null
  failure?: ArchiveFailure | null
  state?: 'ready' | 'failed'
  endedAt?: Date
}

/** False, without a change, if the archive is no longer running, or the lease has ended and another process has it. */
export async function noteProgress(
  db: Queries,
  { tenantId, archiveId, leasedUntil }: Lease,
  { position, ...progress }: Progress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('archives')
    .set({ ...progress, ...(position && { position: JSON.stringify(position) }) })
    .where('tenantId', '=', tenantId)
    .where('archiveId', '=', archiveId)
    .where('state', '=', 'running')
    .where('dueAt', '=', leasedUntil)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends the lease, in any state, so that no one has to wait for it. */
export async function endLease(db: Queries, { tenantId, archiveId, leasedUntil }: Lease, now: Date): Promise<void> {
  await db
    .updateTable('archives')
    .set({ dueAt: now })
    .where('tenantId', '=', tenantId)
    .where('archiveId', '=', archiveId)
    .where('dueAt', '=', leasedUntil)
    .execute()
}

/** Before the bytes of a part. One that was not finished is written again. */
export async function beginPart(db: Queries, part: OnePart): Promise<void> {
  await db
    .insertInto('archiveParts')
    .values(part)
    .onConflict((conflict) => conflict.columns(['tenantId', 'archiveId', 'part']).doNothing())
    .execute()
}

/** Its bytes are in the storage. */
export async function finishPart(
  trx: Queries,
  { tenantId, archiveId, part, ...written }: OnePart & PartRow & { conversations: string },
): Promise<void> {
  await trx
    .updateTable('archiveParts')
    .set(written)
    .where('tenantId', '=', tenantId)
    .where('archiveId', '=', archiveId)
    .where('part', '=', part)
    .execute()
}

/** Finished parts, each with its lines of the list of conversations. */
export function finishedParts(
  db: Queries,
  { tenantId, archiveId }: OneArchive,
): Promise<{ part: number; conversations: string }[]> {
  return db
    .selectFrom('archiveParts')
    .select(['part', 'conversations'])
    .where('tenantId', '=', tenantId)
    .where('archiveId', '=', archiveId)
    .where('sha256', 'is not', null)
    .orderBy('part')
    .execute()
}

/** It can no longer be downloaded. A process that works on it notices, and ends its lease. */
export async function removeArchive(
  trx: Queries,
  { tenantId, archiveId }: OneArchive,
  { state, endedAt }: { state: 'erased' | 'removed'; endedAt: Date },
): Promise<void> {
  await trx
    .updateTable('archives')
    .set({ state, endedAt })
    .where('tenantId', '=', tenantId)
    .where('archiveId', '=', archiveId)
    .execute()
  await forgetConversations(trx, { tenantId, archiveId })
}

/** Parts of no use are deleted once the storage answers. Names and numbers do not wait for that. */
export async function forgetConversations(trx: Queries, { tenantId, archiveId }: OneArchive): Promise<void> {
  await trx
    .updateTable('archiveParts')
    .set({ conversations: '' })
    .where('tenantId', '=', tenantId)
    .where('archiveId', '=', archiveId)
    .execute()
}

/** Running and ready ones of a tenant. */
export async function keptArchives(
  trx: Queries,
  tenantId: TenantId,
): Promise<Pick<ArchiveRow, 'tenantId' | 'archiveId' | 'state'>[]> {
  return trx
    .selectFrom('archives')
    .select(['tenantId', 'archiveId', 'state'])
    .where('tenantId', '=', tenantId)
    .where('state', 'in', ['running', 'ready'])
    .orderBy('archiveId')
    .execute()
}

/** Those of all tenants that stopped running before a time, as one that can still be seen. */
export function endedBefore(db: Queries, before: Date): Promise<OneArchive[]> {
  return db
    .selectFrom('archives')
    .select(['tenantId', 'archiveId'])
    .where('state', 'in', ['ready', 'failed', 'erased'])
    .where('endedAt', '<=', before)
    .execute()
}

/** Parts of archives that are of no use, and that no process is writing. */
export async function uselessParts(db: Queries, now: Date): Promise<OnePart[]> {
  return db
    .selectFrom('archiveParts as p')
    .innerJoin('archives as a', (join) =>
      join.onRef('a.tenantId', '=', 'p.tenantId').onRef('a.archiveId', '=', 'p.archiveId'),
    )
    .select(['p.tenantId', 'p.archiveId', 'p.part'])
    .where('a.state', 'in', ['failed', 'erased', 'removed'])
    .where('a.dueAt', '<=', now)
    .execute()
}

/** After its bytes. */
export async function deletePart(db: Queries, { tenantId, archiveId, part }: OnePart): Promise<void> {
  await db
    .deleteFrom('archiveParts')
    .where('tenantId', '=', tenantId)
    .where('archiveId', '=', archiveId)
    .where('part', '=', part)
    .execute()
}

/** Removed archives without parts, of all tenants, that no process works on. */
export function emptyArchives(db: Queries, now: Date): Promise<OneArchive[]> {
  return db
    .selectFrom('archives as a')
    .select(['a.tenantId', 'a.archiveId'])
    .where('a.state', '=', 'removed')
    .where('a.dueAt', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('archiveParts as p')
            .select('p.part')
            .whereRef('p.tenantId', '=', 'a.tenantId')
            .whereRef('p.archiveId', '=', 'a.archiveId'),
        ),
      ),
    )
    .execute()
}

export async function deleteArchive(db: Queries, { tenantId, archiveId }: OneArchive): Promise<void> {
  await db.deleteFrom('archives').where('tenantId', '=', tenantId).where('archiveId', '=', archiveId).execute()
}
