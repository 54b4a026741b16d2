import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'

type Span = { from: Date; until: Date }

/** Texts from phones that came in, by the way that they came. */
export type RecentInbound = {
  /** By webhook, and when the last of them was kept. */
  webhooks: number
  lastWebhook: Date | null
  /** Those whose webhook was missed: they were found in Twilio's list. */
  recovered: number
  lastRecovered: Date | null
}

/** Reads only the messages of the time span, because IDs grow with time. */
export async function readRecentInbound(db: Queries, tenantId: TenantId, span: Span): Promise<RecentInbound> {
  const { rows } = await sql<RecentInbound>`
    select count(*) filter (where not recovered) as webhooks, count(*) filter (where recovered) as recovered,
      max(sent_at) filter (where not recovered) as last_webhook, max(sent_at) filter (where recovered) as last_recovered
    from messages
    where ${ofSpan(tenantId, span)} and provider_sid is not null`.execute(db)
  return rows[0] ?? { webhooks: 0, lastWebhook: null, recovered: 0, lastRecovered: null }
}

/** Texts that Twilio took, and of how many of them it has reported since. */
export type RecentReports = { handedOver: number; reported: number }

/** Outcomes that we asked Twilio for do not count. What Twilio reports before a text has left it, we do not keep. */
export async function readRecentReports(db: Queries, tenantId: TenantId, span: Span): Promise<RecentReports> {
  const { rows } = await sql<RecentReports>`
    select count(*) as handed_over, count(callback_at) as reported
    from deliveries
    where ${ofSpan(tenantId, span)} and provider_sid is not null and posted_at <= ${span.until}`.execute(db)
  return rows[0] ?? { handedOver: 0, reported: 0 }
}

function ofSpan(tenantId: TenantId, { from, until }: Span) {
  return sql`tenant_id = ${tenantId} and message_id between ${firstIdOf(from)}::uuid and ${firstIdOf(until)}::uuid`
}

/** The lowest UUIDv7 of a millisecond. */
function firstIdOf(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
