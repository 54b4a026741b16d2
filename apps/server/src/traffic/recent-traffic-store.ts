import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { firstIdOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

type Span = { from: Date; until: Date }

/** Texts from phones that came in, by the way that they came. */
export type RecentInbound = {
  /** By webhook, and when the last of them was kept. */
  webhooks: number
  lastWebhook: Date | null
  /** Those whose webhook was missed: they were found in Twilio's list after `settledAt`. */
  recovered: number
  lastRecovered: Date | null
}

export async function readRecentInbound(
  db: Queries,
  tenantId: TenantId,
  { settledAt, ...span }: Span & { settledAt: Date },
): Promise<RecentInbound> {
  const isMissed = sql`recovered and sent_at > ${settledAt}`
  const { rows } = await sql<RecentInbound>`
    select count(*) filter (where not recovered) as webhooks, count(*) filter (where ${isMissed}) as recovered,
      max(sent_at) filter (where not recovered) as last_webhook, max(sent_at) filter (where ${isMissed}) as last_recovered
    from messages
    where tenant_id = ${tenantId} and sent_at between ${span.from} and ${span.until} and provider_sid is not null`.execute(
    db,
  )
  return rows[0] ?? { webhooks: 0, lastWebhook: null, recovered: 0, lastRecovered: null }
}

/** Texts that Twilio took, and of how many of them it has reported since. */
export type RecentReports = { handedOver: number; reported: number }

/**
 * Outcomes that we asked Twilio for do not count. What Twilio reports before a text has left it, we do not keep. The IDs of
 * deliveries begin with the time at which their message was sent.
 */
export async function readRecentReports(db: Queries, tenantId: TenantId, span: Span): Promise<RecentReports> {
  const { rows } = await sql<RecentReports>`
    select count(*) as handed_over, count(callback_at) as reported
    from deliveries
    where tenant_id = ${tenantId} and delivery_id between ${firstIdOf(span.from)}::uuid and ${firstIdOf(span.until)}::uuid
      and provider_sid is not null and posted_at <= ${span.until}`.execute(db)
  return rows[0] ?? { handedOver: 0, reported: 0 }
}
