import type { TenantId } from '@partyline/contract'
import type { Queries } from '../../platform/index.ts'

/** A report that arrived before any delivery had its SID. */
type KeptStatus = { tenantId: TenantId; messageSid: string; status: string; errorCode: number | null; at: Date }

export async function keepStatus(db: Queries, { at, ...report }: KeptStatus): Promise<void> {
  await db
    .insertInto('providerStatuses')
    .values({ ...report, receivedAt: at })
    .execute()
}
