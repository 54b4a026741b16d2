import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

/** The work left to do in the whole installation. */
export type Backlog = {
  /** Texts that Twilio does not have yet: those never tried, and those being handed over or tried again. */
  queued: number
  sending: number
  /** When the longest waiting of them was queued, or first tried. */
  oldestUnsent: Date | null
  /** Texts for which it is unknown whether Twilio has them. */
  unknown: number
  /** Texts from phones that are stored but not in a chat yet. */
  inbound: number
  oldestInbound: Date | null
}

/** Reads only waiting rows, each kind along its own index. */
export async function readBacklog(db: Queries): Promise<Backlog> {
  const { rows } = await explainableBacklog().execute(db)
  const [backlog] = rows
  if (!backlog) throw new Error('The database has not counted.')
  return backlog
}

/** The queue of a suspended tenant does not count as waiting. */
export function explainableBacklog() {
  return sql<Backlog>`
    select unsent.*, inbound.*, (
      select count(*) from deliveries where status = 'unknown' and provider_sid is null
    ) as unknown
    from (
      select count(*) filter (where d.status = 'queued') as queued,
        count(*) filter (where d.status = 'sending') as sending, min(d.updated_at) as oldest_unsent
      from deliveries d join tenants t using (tenant_id)
      where d.status in ('queued', 'sending') and d.provider_sid is null and not t.suspended
    ) unsent cross join (
      select count(*) as inbound, min(received_at) as oldest_inbound from provider_events where processed_at is null
    ) inbound`
}
