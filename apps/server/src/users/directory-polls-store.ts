import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'

/** `failure`: why the last round failed. `refused`: Graph does not let the app read the directory's users. */
type PollRow = Selectable<Tables['directoryPolls']>

/** A directory that only this process polls until its lease ends. */
export type ClaimedPoll = Pick<PollRow, 'tenantId' | 'link' | 'failure'> & { leasedUntil: Date }

type Claim = { now: Date; leasedUntil: Date }

/** Claims the longest overdue consented directory, for one process only. */
export async function claimPoll(db: Queries, { now, leasedUntil }: Claim): Promise<ClaimedPoll | null> {
  const { rows } = await sql<ClaimedPoll>`
    insert into directory_polls (tenant_id, due_at)
    select tenant_id, ${leasedUntil}::timestamptz
    from tenants t left join directory_polls p using (tenant_id)
    where t.consented and coalesce(p.due_at, '-infinity') <= ${now}
    order by p.due_at nulls first, tenant_id
    limit 1
    for no key update of t skip locked
    on conflict (tenant_id) do update set due_at = excluded.due_at where directory_polls.due_at <= ${now}
    returning tenant_id, link, due_at as leased_until, failure`.execute(db)
  return rows[0] ?? null
}

/** Absent fields stay as they are. */
type Progress = { dueAt: Date } & Partial<Pick<PollRow, 'link' | 'completedAt' | 'failure'>>

/** False, without a change, if the lease has ended and another process may have taken over. */
export async function notePoll(db: Queries, { tenantId, leasedUntil }: ClaimedPoll, progress: Progress) {
  const { numUpdatedRows } = await db
    .updateTable('directoryPolls')
    .set(progress)
    .where('tenantId', '=', tenantId)
    .where('dueAt', '=', leasedUntil)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Null if the directory was never polled. */
export async function findPoll(
  db: Queries,
  tenantId: TenantId,
): Promise<Pick<PollRow, 'completedAt' | 'failure'> | null> {
  const row = await db
    .selectFrom('directoryPolls')
    .select(['completedAt', 'failure'])
    .where('tenantId', '=', tenantId)
    .executeTakeFirst()
  return row ?? null
}
