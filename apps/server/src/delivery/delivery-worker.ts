import type { TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { createLoop, onBehalfOf } from '../platform/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import type { DeliverOne } from './deliver-one.ts'
import type { OutageGuard } from './outage-guard.ts'
import type { BusyQueues } from './busy-queues.ts'
import { abandonedSends, dueSends, senderQueueKey } from './queue-store.ts'
import type { QueuedText, QueueEntry, SenderQueue, Send } from './queue-store.ts'
import { createQueueWalk, inTurns } from './queue-walk.ts'

/** Concurrent requests to Twilio in this process: in total, and for one line. The outage guard limits each account. */
const AT_ONCE = 64
const AT_ONCE_PER_QUEUE = 4
/** How often the queue is read without a wake-up: for what other processes left or put off. */
const POLL_MS = 5_000
/** How often sends are looked for whose process ended. Their leases take longer. */
const ABANDONED_POLL_MS = 10_000

export type DeliveryWorker = {
  start(): void
  /** These texts are due. */
  wake: (queued: readonly QueuedText[]) => void
  /** Something is due after so many milliseconds. */
  wakeAfter: (ms: number) => void
  /** Takes nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

type Parts = {
  queries: Queries
  deliver: DeliverOne
  outages: OutageGuard
  busyQueues: BusyQueues
  clock: Clock
  log: FastifyBaseLogger
}

/** Works off the delivery queue. The database decides what is due, and any number of processes share the work. */
export function createDeliveryWorker({ queries, deliver, outages, busyQueues, clock, log }: Parts): DeliveryWorker {
  const underWay = new Map<string, SenderQueue & { done: Promise<void> }>()
  const walk = createQueueWalk()
  /** Tenants that may have due sends that are not under way: their new ones wait behind them. Null: any tenant may. */
  let backlogged: Set<TenantId> | null = null
  let lookedForAbandonedAt = Number.NEGATIVE_INFINITY

  function begin<Entry extends QueueEntry>(send: Entry, work: (send: Entry) => Promise<'left' | 'done'>) {
    if (underWay.has(send.id)) return
    const failed = (error: unknown) => {
      log.error({ err: error, deliveryId: send.id }, 'delivery failed')
      return 'left' as const
    }
    const done = onBehalfOf(send.requestId, () => work(send).catch(failed))
    underWay.set(send.id, { ...send, done: done.then((end) => finish(send, end)) })
  }

  function finish({ id, tenantId }: QueueEntry, end: 'left' | 'done') {
    underWay.delete(id)
    if (end === 'left') backlogged?.add(tenantId)
    if (backlogged?.size !== 0) loop.wake()
  }

  async function beginDue() {
    const now = clock.now()
    const free = AT_ONCE - underWay.size
    if (free <= 0) return
    // Only the passing of time makes a send abandoned, so wake-ups need not check.
    if (now.getTime() - lookedForAbandonedAt >= ABANDONED_POLL_MS) {
      lookedForAbandonedAt = now.getTime()
      for (const send of await abandonedSends(queries, { now, limit: AT_ONCE })) begin(send, deliver.giveUp)
    }
    const size = { queues: free, perQueue: AT_ONCE_PER_QUEUE }
    const place = walk.place()
    const found = await dueSends(queries, { now, ...size, ...place, ...closed() })
    const begun = new Set<Send>()
    // Behind each of these may be others to its phone.
    const news = inTurns(found).filter(({ id }) => !underWay.has(id))
    for (const send of news) {
      if (!hasRoom(send)) continue
      begin(send, deliver.send)
      begun.add(send)
    }
    const isWholeQueue = place.after === null && found.length < size.queues
    const known = [...underWay.values()].filter(isBacklogged)
    backlogged = isWholeQueue ? new Set([...known, ...news].map(({ tenantId }) => tenantId)) : null
    if (walk.goOn(found, { ...size, begun })) loop.wake()
  }

  const loop = createLoop({
    clock,
    pauseMs: POLL_MS,
    run: beginDue,
    onError: (error) => log.error({ err: error }, 'failed to read the delivery queue'),
  })

  /** Queues and tenants at their limit, or waiting for Twilio. */
  function closed() {
    const busy = [...underWay.values()].filter((send) => !hasRoom(send))
    return {
      closedQueues: [...busyQueues.resting(), ...busy],
      closedTenants: [...outages.paused(), ...busy.filter(isFull).map(({ tenantId }) => tenantId)],
    }
  }

  /** A send that waits for no other needs no look at the queue. */
  function beginAtOnce(send: Send): boolean {
    if (isBacklogged(send) || loop.isStopped() || !hasRoom(send)) return false
    const { closedQueues, closedTenants } = closed()
    const isClosed = closedQueues.some((queue) => senderQueueKey(queue) === senderQueueKey(send))
    if (isClosed || closedTenants.includes(send.tenantId)) return false
    begin(send, deliver.send)
    return true
  }

  function hasRoom(queue: SenderQueue) {
    const inQueue = [...underWay.values()].filter((other) => senderQueueKey(other) === senderQueueKey(queue))
    return underWay.size < AT_ONCE && inQueue.length < AT_ONCE_PER_QUEUE && !isFull(queue)
  }

  const isBacklogged = ({ tenantId }: Pick<SenderQueue, 'tenantId'>) => !backlogged || backlogged.has(tenantId)

  function isFull({ tenantId }: Pick<SenderQueue, 'tenantId'>) {
    const ofTenant = [...underWay.values()].filter((other) => other.tenantId === tenantId)
    return ofTenant.length >= outages.atOnce(tenantId)
  }

  return {
    start: loop.start,
    wake(queued) {
      const waiting = queued.filter((text) => !('id' in text && beginAtOnce(text)))
      if (waiting.length === 0) return
      for (const { tenantId } of waiting) backlogged?.add(tenantId)
      // The end of a full tenant's next send wakes the worker anyway.
      if (!waiting.every(isFull)) loop.wake()
    },
    wakeAfter: loop.wakeAfter,
    async stop() {
      await loop.stop()
      await Promise.allSettled([...underWay.values()].map(({ done }) => done))
    },
  }
}
