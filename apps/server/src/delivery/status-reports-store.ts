import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { moveRowOf } from '../transcript/index.ts'
import type { DeliveryMove, MovedDelivery } from '../transcript/index.ts'
import type { SignedCall } from '../twilio/index.ts'
import type { TwilioReport } from './twilio-status.ts'

type OfText = { tenantId: TenantId; messageSid: string }

/** A report of Twilio's about a text, and the resulting change of status. */
export type Report = DeliveryMove & {
  providerSid: string
  /** Whose account it is. */
  tenantIds: readonly TenantId[]
  accountSid: string
  storedAccounts?: SignedCall['storedAccounts']
  twilio: TwilioReport
}

/**
 * Applies the reports, or stores those of texts that no delivery owns yet. Returns the deliveries that moved, by the place of
 * their report. Fails if an account has changed since it signed.
 */
export async function recordReports(db: Queries, reports: readonly Report[]): Promise<MovedDelivery[]> {
  const given = reports.map(({ tenantIds, accountSid, storedAccounts, twilio, ...move }, place) => ({
    place,
    tenant_ids: tenantIds,
    account_sid: accountSid,
    stored_accounts: storedAccounts,
    twilio_status: twilio.status,
    twilio_error: twilio.errorCode,
    ...moveRowOf(move),
  }))
  const { rows } = await sql<MovedDelivery>`${PREPARED}
    select place, tenant_id, chat_id, delivery_id, request_id, records, version, has_unread, failed_count, reopened
    from apply_reports(${JSON.stringify(given)})`.execute(db)
  return rows
}

/** Returns and removes the stored reports of a text, for the delivery that now owns it. */
export function takeStatuses(trx: Queries, { tenantId, messageSid }: OfText): Promise<TwilioReport[]> {
  return trx
    .deleteFrom('providerStatuses')
    .where('tenantId', '=', tenantId)
    .where('messageSid', '=', messageSid)
    .returning(['status', 'errorCode'])
    .modifyEnd(PREPARED)
    .execute()
}

/** Deletes reports that no delivery claimed. */
export async function forgetStatuses(db: Queries, before: Date): Promise<void> {
  await db.deleteFrom('providerStatuses').where('receivedAt', '<', before).execute()
}
