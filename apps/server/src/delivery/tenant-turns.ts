import type { TenantId } from '@partyline/contract'

type Turns = { taken: number; waiting: (() => void)[] }

/** Lets `most` pieces of a tenant's work run at the same time. The others wait for their turn, in their order. */
export function createTenantTurns(most: number) {
  const turns = new Map<TenantId, Turns>()

  async function take(tenantId: TenantId): Promise<void> {
    const ofTenant = turns.get(tenantId) ?? { taken: 0, waiting: [] }
    turns.set(tenantId, ofTenant)
    if (ofTenant.taken < most) {
      ofTenant.taken += 1
      return
    }
    await new Promise<void>((resolve) => ofTenant.waiting.push(resolve))
  }

  function giveBack(tenantId: TenantId): void {
    const ofTenant = turns.get(tenantId)
    if (!ofTenant) return
    const next = ofTenant.waiting.shift()
    if (next) return next()
    ofTenant.taken -= 1
    if (ofTenant.taken === 0) turns.delete(tenantId)
  }

  return async function inTurn<Result>(tenantId: TenantId, work: () => Promise<Result>): Promise<Result> {
    await take(tenantId)
    try {
      return await work()
    } finally {
      giveBack(tenantId)
    }
  }
}
