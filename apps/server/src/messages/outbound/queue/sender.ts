import type { TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { onBehalfOf } from '../../../platform/index.ts'
import type { Clock, Queries } from '../../../platform/index.ts'
import type { Deliver } from './deliver.ts'
import type { OutageGuard } from './outage-guard.ts'
import type { BusyLanes } from './busy-lanes.ts'
import { abandonedSends, dueSends, laneKey } from './queue-store.ts'
import type { Lane, Send } from './queue-store.ts'
import { createQueueWalk, inTurns } from './queue-walk.ts'

/** Sends that wait for Twilio at the same time, in this process: of all, and of one number. Of one account: the guard. */
const AT_ONCE = 64
const AT_ONCE_PER_LANE = 4
/** How often the queue is looked at when nobody says that there is something in it. */
const LOOK_EVERY_MS = 1_000

export type Sender = {
  start(): void
  /** These tenants have something to send. */
  wake(tenantIds: readonly TenantId[]): void
  /** Takes nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

type Parts = {
  queries: Queries
  deliver: Deliver
  outages: OutageGuard
  busyLanes: BusyLanes
  clock: Clock
  log: FastifyBaseLogger
}

/** Works on the delivery queue: the database says what is due, and any number of processes share the work. */
export function createSender({ queries, deliver, outages, busyLanes, clock, log }: Parts): Sender {
  const underWay = new Map<string, Lane & { done: Promise<void> }>()
  const walk = createQueueWalk()
  let state: 'idle' | 'looking' | 'look-again' | 'stopped' = 'stopped'
  let lookedForAbandonedAt = Number.NEGATIVE_INFINITY
  let cancelLook = () => {}

  function begin(send: Send, work: (send: Send) => Promise<void>) {
    if (underWay.has(send.id)) return
    const failed = (error: unknown) => log.error({ err: error, deliveryId: send.id }, 'delivery failed')
    const done = onBehalfOf(send.requestId, () => work(send).catch(failed)).finally(() => {
      underWay.delete(send.id)
      look()
    })
    underWay.set(send.id, { ...send, done })
  }

  function look() {
    if (state === 'stopped') return
    if (state !== 'idle') {
      state = 'look-again'
      return
    }
    state = 'looking'
    cancelLook()
    void lookOnce()
      .catch((error: unknown) => log.error({ err: error }, 'the delivery queue could not be read'))
      .finally(() => {
        if (state === 'stopped') return
        const again = state === 'look-again'
        state = 'idle'
        if (again) look()
        else cancelLook = clock.after(LOOK_EVERY_MS, look)
      })
  }

  async function lookOnce() {
    const now = clock.now()
    const free = AT_ONCE - underWay.size
    if (free <= 0) return
    // Time alone makes a send abandoned, and no message that is added.
    if (now.getTime() - lookedForAbandonedAt >= LOOK_EVERY_MS) {
      lookedForAbandonedAt = now.getTime()
      for (const send of await abandonedSends(queries, { now, limit: AT_ONCE })) begin(send, deliver.giveUp)
    }
    const size = { lanes: free, perLane: AT_ONCE_PER_LANE }
    const found = await dueSends(queries, { now, ...size, ...walk.place(), ...closed() })
    const begun = new Set<Send>()
    for (const send of inTurns(found)) {
      if (!hasRoom(send)) continue
      begin(send, deliver.send)
      begun.add(send)
    }
    if (walk.goOn(found, { ...size, begun })) look()
  }

  /** Lanes and tenants that have as much under way as they may, or that wait for Twilio. */
  function closed() {
    const busy = [...underWay.values()].filter((send) => !hasRoom(send))
    return {
      closedLanes: [...busyLanes.resting(), ...busy],
      closedTenants: [...outages.paused(), ...busy.filter(isFull).map(({ tenantId }) => tenantId)],
    }
  }

  function hasRoom(lane: Lane) {
    const inLane = [...underWay.values()].filter((other) => laneKey(other) === laneKey(lane))
    return underWay.size < AT_ONCE && inLane.length < AT_ONCE_PER_LANE && !isFull(lane)
  }

  function isFull({ tenantId }: Pick<Lane, 'tenantId'>) {
    const ofTenant = [...underWay.values()].filter((other) => other.tenantId === tenantId)
    return ofTenant.length >= outages.atOnce(tenantId)
  }

  return {
    start() {
      state = 'idle'
      look()
    },
    wake(tenantIds) {
      // When one of its sends ends, a full tenant is looked at by itself.
      if (tenantIds.every((tenantId) => isFull({ tenantId }))) return
      // Whoever says so: the look is nobody's, and finds what many have asked for.
      onBehalfOf(null, look)
    },
    async stop() {
      state = 'stopped'
      cancelLook()
      await Promise.allSettled([...underWay.values()].map(({ done }) => done))
    },
  }
}
