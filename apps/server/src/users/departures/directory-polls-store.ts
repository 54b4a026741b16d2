import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/index.ts'

/** Why the last round was not completed. `refused`: Graph does not let the app read the directory's users. */
export type PollFailure = 'refused' | 'unreachable'

/** A directory that this process alone asks until its lease ends. */
export type ClaimedPoll = { tenantId: TenantId; link: string | null; leasedUntil: Date; failure: PollFailure | null }

type Claim = { now: Date; leasedUntil: Date }

/** The consented directory that has been due for longest. Of several processes one gets it. */
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
    returning tenant_id as "tenantId", link, due_at as "leasedUntil", failure`.execute(db)
  return rows[0] ?? null
}

type Progress = { link: string | null; dueAt: Date; completedAt?: Date; failure: PollFailure | null }

/** False where the lease has ended and another process may be asking by now: then nothing changes. */
export async function notePoll(db: Queries, { tenantId, leasedUntil }: ClaimedPoll, progress: Progress) {
  const { link, dueAt, completedAt = null, failure } = progress
  const { rows } = await sql`
    update directory_polls
    set link = ${link}, due_at = ${dueAt}, failure = ${failure},
      completed_at = coalesce(${completedAt}::timestamptz, completed_at)
    where tenant_id = ${tenantId} and due_at = ${leasedUntil}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Null where the directory was never asked. */
export async function findPoll(db: Queries, tenantId: TenantId) {
  const { rows } = await sql<{ completedAt: Date | null; failure: PollFailure | null }>`
    select completed_at as "completedAt", failure from directory_polls where tenant_id = ${tenantId}`.execute(db)
  return rows[0] ?? null
}
