import type { OperationPayload, TenantId } from '@partyline/contract'

/** Who uses what was bought, else who bought it. */
export function buyerOf(subscription: OperationPayload['subscription']): TenantId | null {
  return subscription?.beneficiary?.tenantId ?? subscription?.purchaser?.tenantId ?? null
}
