import type { TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { createLoop, onBehalfOf } from '../platform/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import type { DeliverOne, SendEnd } from './deliver-one.ts'
import type { OutageGuard } from './outage-guard.ts'
import type { BusyQueues } from './busy-queues.ts'
import { abandonedSends, dueSends, senderQueueKey } from './queue-store.ts'
import type { QueuedText, QueueEntry, SenderQueue, Send } from './queue-store.ts'
import { createQueueWalk, inTurns } from './queue-walk.ts'

/** Concurrent requests to Twilio in this process: in total, and for one line. The outage guard limits each account. */
const AT_ONCE = 64
const AT_ONCE_PER_QUEUE = 4
/** Sends of a line that one read of the queue finds. Those beyond the limit wait in memory, without another read. */
const FOUND_PER_QUEUE = 32
/** How often to read the queue without a wake-up, for sends that other processes left or postponed. */
const POLL_MS = 5_000
/** How often sends are looked for whose process ended. Their leases take longer. */
const ABANDONED_POLL_MS = 10_000

/** `isAnswered`: only its outcome has to be recorded. `isFollowed`: another text to the same phone has been added since. */
type UnderWay = QueueEntry & { isAnswered: boolean; isFollowed: boolean; done: Promise<void> }

export type DeliveryWorker = {
  start(): void
  /** These texts are due. */
  wake: (queued: readonly QueuedText[]) => void
  /** Wakes it for a send that is due after this many milliseconds. */
  wakeAfter: (ms: number) => void
  /** Takes no more sends, and waits for those in progress. */
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

/** Processes the delivery queue. The database decides what is due, and any number of processes share the work. */
export function createDeliveryWorker({ queries, deliver, outages, busyQueues, clock, log }: Parts): DeliveryWorker {
  const underWay = new Map<string, UnderWay>()
  const walk = createQueueWalk()
  /** Waiting for room, in turns. */
  let ready: Send[] = []
  /**
   * Tenants that may have due sends unknown to this worker: neither under way, nor ready, nor waiting behind one of these for the
   * same phone. New texts wait behind them. Null: any tenant may.
   */
  let unseen: Set<TenantId> | null = null
  /** Tenants added since the last look began: it may have missed their sends. */
  const unseenSinceLook = new Set<TenantId>()
  let lookedForAbandonedAt = Number.NEGATIVE_INFINITY

  function begin<Entry extends QueueEntry>(send: Entry, work: (send: Entry, answered: () => void) => Promise<SendEnd>) {
    if (underWay.has(send.id)) return
    const failed = (error: unknown) => {
      log.error({ err: error, deliveryId: send.id }, 'delivery failed')
      return 'left' as const
    }
    const done = onBehalfOf(send.requestId, () => work(send, () => answered(send)).catch(failed))
    underWay.set(send.id, {
      ...send,
      isAnswered: false,
      isFollowed: false,
      done: done.then((end) => finish(send, end)),
    })
  }

  /** The next send can start while the outcome of this one is recorded. */
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

  function finish(send: QueueEntry, end: SendEnd) {
    if (end !== 'done' || underWay.get(send.id)?.isFollowed) addUnseen(send)
    underWay.delete(send.id)
    beginReady()
    if (isUnseen(send) && !hasReady(send)) loop.wake()
  }

  /** Paused texts are found again after the pause. */
  function beginReady() {
    const full = new Set<string>()
    ready = ready.filter((send) => {
      const queue = senderQueueKey(send)
      if (full.has(queue)) return true
      if (isPaused(send) || beginIfRoom(send)) return false
      full.add(queue)
      return true
    })
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
    const skipped = closed()
    unseenSinceLook.clear()
    const found = await dueSends(queries, { now, ...size, ...place, ...skipped })
    const news = inTurns(found).filter(({ id }) => !underWay.has(id))
    const later = news.filter((send) => !beginIfRoom(send))
    ready.push(...later)
    // At the limit, other sends may go first.
    const begun = new Set(isAtLimit() ? news.filter((send) => !later.includes(send)) : news)
    const isWholeQueue = place.after === null && found.length < size.queues
    const long = found.filter(({ sends }) => sends.length === size.perQueue)
    const inPart = [...long, ...place.places].map(({ tenantId }) => tenantId)
    const closedTenants = [...skipped.closedTenants, ...skipped.closedQueues.map(({ tenantId }) => tenantId)]
    const stillUnseen = closedTenants.filter((tenantId) => isUnseen({ tenantId }))
    unseen = isWholeQueue ? new Set([...inPart, ...stillUnseen, ...unseenSinceLook]) : null
    if (walk.advance(found, { ...size, begun })) loop.wake()
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

  const isUnseen = ({ tenantId }: Pick<SenderQueue, 'tenantId'>) => !unseen || unseen.has(tenantId)

  function addUnseen({ tenantId }: Pick<SenderQueue, 'tenantId'>) {
    unseen?.add(tenantId)
    unseenSinceLook.add(tenantId)
  }

  const readyOf = (queue: SenderQueue) => ready.filter((send) => isSameQueue(send, queue))
  const hasReady = (queue: SenderQueue) => readyOf(queue).length > 0

  /** Starts a send that was just added, or remembers it. False if only reading the queue can tell when it is its turn. */
  function take(send: Send): boolean {
    if (underWay.has(send.id)) return true
    if (isUnseen(send) || isPaused(send) || readyOf(send).length >= FOUND_PER_QUEUE) return false
    const before = [...underWay.values()].filter((other) => isSamePhone(other, send))
    for (const other of before) other.isFollowed = true
    const isBehind = before.length > 0 || ready.some((other) => isSamePhone(other, send))
    if (!isBehind && !beginIfRoom(send)) ready.push(send)
    return true
  }

  function isFull({ tenantId }: Pick<SenderQueue, 'tenantId'>) {
    const ofTenant = waitingForTwilio().filter((other) => other.tenantId === tenantId)
    return ofTenant.length >= outages.atOnce(tenantId)
  }

  return {
    start: loop.start,
    wake(queued) {
      const left = queued.filter((text) => !('id' in text && take(text)))
      for (const text of left) addUnseen(text)
      // The end of a full tenant's next send wakes the worker anyway, and so does that of a line's last ready one.
      if (!left.every((text) => isFull(text) || ('id' in text && hasReady(text)))) loop.wake()
    },
    wakeAfter: loop.wakeAfter,
    async stop() {
      await loop.stop()
      await Promise.allSettled([...underWay.values()].map(({ done }) => done))
    },
  }
}

const isSameQueue = (one: SenderQueue, other: SenderQueue) => senderQueueKey(one) === senderQueueKey(other)
const isSamePhone = (one: QueueEntry, other: QueueEntry) => one.toNumber === other.toNumber && isSameQueue(one, other)
