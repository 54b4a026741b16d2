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
/** Sends of a line that one look at the queue finds. Those that have no room yet are ready, and need no other look. */
const FOUND_PER_QUEUE = 16
/** How often the queue is read without a wake-up: for what other processes left or put off. */
const POLL_MS = 5_000
/** How often sends are looked for whose process ended. Their leases take longer. */
const ABANDONED_POLL_MS = 10_000

/** `isAnswered`: only its outcome has to be recorded. */
type UnderWay = QueueEntry & { isAnswered: boolean; done: Promise<void> }

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
  const underWay = new Map<string, UnderWay>()
  const walk = createQueueWalk()
  /** Found, in turns, and not begun for lack of room. */
  let ready: Send[] = []
  /** Tenants that may have due sends that are not under way: their new ones wait behind them. Null: any tenant may. */
  let backlogged: Set<TenantId> | null = null
  let lookedForAbandonedAt = Number.NEGATIVE_INFINITY

  function begin<Entry extends QueueEntry>(
    send: Entry,
    work: (send: Entry, answered: () => void) => Promise<'left' | 'done'>,
  ) {
    if (underWay.has(send.id)) return
    const failed = (error: unknown) => {
      log.error({ err: error, deliveryId: send.id }, 'delivery failed')
      return 'left' as const
    }
    const done = onBehalfOf(send.requestId, () => work(send, () => answered(send)).catch(failed))
    underWay.set(send.id, { ...send, isAnswered: false, done: done.then((end) => finish(send, end)) })
  }

  /** The next send can begin while the outcome of this one is recorded. */
  function answered({ id }: QueueEntry) {
    const wasAtLimit = isAtLimit()
    const send = underWay.get(id)
    if (send) send.isAnswered = true
    if (wasAtLimit) {
      // Others may wait for the room, too: the walk decides.
      ready = []
      loop.wake()
    }
    beginReady()
  }

  function finish(send: QueueEntry, end: 'left' | 'done') {
    underWay.delete(send.id)
    if (end === 'left') backlogged?.add(send.tenantId)
    beginReady()
    if (isBacklogged(send) && !ready.some((next) => isSameQueue(next, send))) loop.wake()
  }

  /** What is paused is found again after the pause. */
  function beginReady() {
    const open = ready.filter((send) => !isPaused(send))
    ready = open.filter((send) => !beginIfRoom(send))
  }

  async function beginDue() {
    const now = clock.now()
    const free = AT_ONCE - waitingForTwilio().length
    if (free <= 0) return
    // Only the passing of time makes a send abandoned, so wake-ups need not check.
    if (now.getTime() - lookedForAbandonedAt >= ABANDONED_POLL_MS) {
      lookedForAbandonedAt = now.getTime()
      for (const send of await abandonedSends(queries, { now, limit: AT_ONCE })) begin(send, deliver.giveUp)
    }
    const size = { queues: free, perQueue: FOUND_PER_QUEUE }
    const place = walk.place()
    const found = await dueSends(queries, { now, ...size, ...place, ...closed() })
    // Behind each of these may be others to its phone.
    const news = inTurns(found).filter(({ id }) => !underWay.has(id))
    const later = news.filter((send) => !beginIfRoom(send))
    ready.push(...later)
    // At the limit, those of others may go first.
    const begun = new Set(isAtLimit() ? news.filter((send) => !later.includes(send)) : news)
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

  /** Queues and tenants at their limit, or paused. */
  function closed() {
    const busy = waitingForTwilio().filter((send) => !hasRoom(send))
    return {
      closedQueues: [...busyQueues.resting(), ...busy],
      closedTenants: [...outages.paused(), ...busy.filter(isFull).map(({ tenantId }) => tenantId)],
    }
  }

  const isPaused = (send: SenderQueue) =>
    outages.isPaused(send.tenantId) || busyQueues.resting().some((queue) => isSameQueue(queue, send))

  function beginIfRoom(send: Send): boolean {
    if (loop.isStopped() || !hasRoom(send)) return false
    begin(send, deliver.send)
    return true
  }

  const waitingForTwilio = () => [...underWay.values()].filter(({ isAnswered }) => !isAnswered)
  const isAtLimit = () => waitingForTwilio().length >= AT_ONCE

  function hasRoom(queue: SenderQueue) {
    const inQueue = waitingForTwilio().filter((other) => isSameQueue(other, queue))
    return !isAtLimit() && inQueue.length < AT_ONCE_PER_QUEUE && !isFull(queue)
  }

  const isBacklogged = ({ tenantId }: Pick<SenderQueue, 'tenantId'>) => !backlogged || backlogged.has(tenantId)

  function isFull({ tenantId }: Pick<SenderQueue, 'tenantId'>) {
    const ofTenant = waitingForTwilio().filter((other) => other.tenantId === tenantId)
    return ofTenant.length >= outages.atOnce(tenantId)
  }

  return {
    start: loop.start,
    wake(queued) {
      // A send that waits for no other needs no look at the queue.
      const isBegun = (text: QueuedText) => 'id' in text && !isBacklogged(text) && !isPaused(text) && beginIfRoom(text)
      const waiting = queued.filter((text) => !isBegun(text))
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

const isSameQueue = (one: SenderQueue, other: SenderQueue) => senderQueueKey(one) === senderQueueKey(other)
