import type { TenantId } from '@partyline/contract'
import type { Queries } from '../platform/index.ts'

/** Up to when the tenant's texts are known to be complete; null if they were never compared with Twilio's list. */
export async function completeUntil(db: Queries, tenantId: TenantId): Promise<Date | null> {
  const row = await db
    .selectFrom('reconciliations')
    .select('completeUntil')
    .where('tenantId', '=', tenantId)
    .executeTakeFirst()
  return row?.completeUntil ?? null
}

/** Several processes do so by themselves: the latest counts. */
export async function noteComplete(db: Queries, tenantId: TenantId, until: Date): Promise<void> {
  await db
    .insertInto('reconciliations')
    .values({ tenantId, completeUntil: until })
    .onConflict((conflict) =>
      conflict.column('tenantId').doUpdateSet(({ fn }) => ({
        completeUntil: fn<Date>('greatest', ['reconciliations.completeUntil', 'excluded.completeUntil']),
      })),
    )
    .execute()
}
