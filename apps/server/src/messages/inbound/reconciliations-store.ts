import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/index.ts'

/** Up to when the tenant's texts are known to be complete; null where they were never compared with Twilio's list. */
export async function completeUntil(db: Queries, tenantId: TenantId): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select complete_until as at from reconciliations where tenant_id = ${tenantId}`.execute(db)
  return rows[0]?.at ?? null
}

/** Several processes do so by themselves: the latest counts. */
export async function noteComplete(db: Queries, tenantId: TenantId, until: Date): Promise<void> {
  await sql`
    insert into reconciliations (tenant_id, complete_until) values (${tenantId}, ${until})
    on conflict (tenant_id) do update
      set complete_until = greatest(reconciliations.complete_until, excluded.complete_until)`.execute(db)
}
