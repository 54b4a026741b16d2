import type { TenantId } from '@partyline/contract'
import { PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { TwilioReport } from './twilio-status.ts'

type OfText = { tenantId: TenantId; messageSid: string }

/** Keeps what is reported of a text that no delivery owns yet. */
export async function keepStatus(db: Queries, report: OfText & TwilioReport & { at: Date }): Promise<void> {
  await db
    .insertInto('providerStatuses')
    .values({
      tenantId: report.tenantId,
      messageSid: report.messageSid,
      status: report.status,
      errorCode: report.errorCode,
      receivedAt: report.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Hands out what was kept of a text, for the delivery that owns it from now on. */
export function takeStatuses(trx: Queries, { tenantId, messageSid }: OfText): Promise<TwilioReport[]> {
  return trx
    .deleteFrom('providerStatuses')
    .where('tenantId', '=', tenantId)
    .where('messageSid', '=', messageSid)
    .returning(['status', 'errorCode'])
    .modifyEnd(PREPARED)
    .execute()
}

/** Nobody came for these. */
export async function forgetStatuses(db: Queries, before: Date): Promise<void> {
  await db.deleteFrom('providerStatuses').where('receivedAt', '<', before).execute()
}
