import type { TenantId } from '@partyline/contract'
import { backoffMs } from '../platform/index.ts'
import type { Clock } from '../platform/index.ts'
import type { SendResult } from '../twilio/index.ts'

/** Consecutive sends of unknown outcome after which a tenant pauses. */
const LIMIT = 3
/** Sends of one account that wait for Twilio at the same time, in this process. */
const MAX_AT_ONCE = 8

export type OutageGuard = {
  isPaused: (tenantId: TenantId) => boolean
  /** The tenants whose sends wait for Twilio to answer again. */
  paused(): TenantId[]
  /**
   * How many sends of the tenant may wait for Twilio at the same time: all of them could become unknown at once. Starts at
   * LIMIT, grows by one with every answer, and is 1 after an unknown outcome.
   */
  atOnce(tenantId: TenantId): number
  /** The outcome of a send. */
  note(tenantId: TenantId, outcome: SendResult['state']): void
  stop(): void
}

type Parts = {
  clock: Clock
  random: () => number
  /** A request that changes nothing; true where Twilio answered it. */
  probe: (tenantId: TenantId) => Promise<boolean>
  /** Sends may resume. */
  ended: (tenantId: TenantId) => void
}

/**
 * Turns an outage of Twilio into a queue instead of a heap of unknown texts: docs/product.md#no-text-twice-none-lost
 * Counts by tenant, since a tenant has one account, and in memory: each process finds out for itself.
 */
export function createOutageGuard({ clock, random, probe, ended }: Parts): OutageGuard {
  const inARow = new Map<TenantId, number>()
  const windows = new Map<TenantId, number>()
  const cancels = new Map<TenantId, () => void>()

  async function probeOnce(tenantId: TenantId, attempts: number) {
    const answered = await probe(tenantId).catch(() => false)
    if (!cancels.has(tenantId)) return
    if (!answered) return probeLater(tenantId, attempts + 1)
    cancels.delete(tenantId)
    // On trial: the next doubtful send pauses again.
    inARow.set(tenantId, LIMIT - 1)
    ended(tenantId)
  }

  function probeLater(tenantId: TenantId, attempts: number) {
    cancels.set(
      tenantId,
      clock.after(backoffMs(attempts, random), () => void probeOnce(tenantId, attempts)),
    )
  }

  const atOnce = (tenantId: TenantId) => windows.get(tenantId) ?? LIMIT

  return {
    atOnce,
    isPaused: (tenantId) => cancels.has(tenantId),
    paused: () => [...cancels.keys()],
    note(tenantId, outcome) {
      // No connection was made: certain, and tried again by itself.
      if (outcome === 'unreachable') return
      if (outcome !== 'unknown') {
        inARow.delete(tenantId)
        const isBusy = outcome === 'busy'
        const next = isBusy ? Math.floor(atOnce(tenantId) / 2) : atOnce(tenantId) + 1
        windows.set(tenantId, Math.min(MAX_AT_ONCE, Math.max(1, next)))
        return
      }
      windows.set(tenantId, 1)
      const count = (inARow.get(tenantId) ?? 0) + 1
      inARow.set(tenantId, count)
      if (count >= LIMIT && !cancels.has(tenantId)) probeLater(tenantId, 1)
    },
    stop() {
      for (const cancel of cancels.values()) cancel()
      cancels.clear()
    },
  }
}
