import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { TwilioReport } from './twilio-status.ts'

type OfText = { tenantId: TenantId; messageSid: string }

/** Keeps what is reported of a text that no delivery owns yet. */
export async function keepStatus(db: Queries, report: OfText & TwilioReport & { at: Date }): Promise<void> {
  await sql`
    insert into provider_statuses (tenant_id, message_sid, status, error_code, received_at)
    values (${report.tenantId}, ${report.messageSid}, ${report.status}, ${report.errorCode}::integer, ${report.at})
    on conflict do nothing`.execute(db)
}

/** Hands out what was kept of a text, for the delivery that owns it from now on. */
export async function takeStatuses(trx: Queries, { tenantId, messageSid }: OfText): Promise<TwilioReport[]> {
  const { rows } = await sql<TwilioReport>`${PREPARED}
    delete from provider_statuses where tenant_id = ${tenantId} and message_sid = ${messageSid}
    returning status, error_code as "errorCode"`.execute(trx)
  return rows
}

/** Nobody came for these. */
export async function forgetStatuses(db: Queries, before: Date): Promise<void> {
  await sql`delete from provider_statuses where received_at < ${before}`.execute(db)
}
