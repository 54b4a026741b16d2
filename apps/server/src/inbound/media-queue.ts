import type { ChatId, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { backoffMs, createLoop, onBehalfOf } from '../platform/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import { claimMedia, dueMedia, postponeMedia } from './media-queue-store.ts'
import type { ClaimedMedia, PendingMedia } from './media-queue-store.ts'

/** Messages whose media are fetched at the same time, in this process: of all tenants, and of one. */
const MAX_CONCURRENT = 16
const MAX_PER_TENANT = 6
/** Longer than a fetch may take (30 s) and its files take to store. */
const LEASE_MS = 60_000
/** How often to read the queue without a wake-up, for entries that other processes left or postponed. */
const POLL_MS = 10_000
/** How long to wait after the database has failed. */
const RETRY_MS = 1_000

type Parts = {
  queries: Queries
  clock: Clock
  random: () => number
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  /** Throws if it should be tried again. */
  fetchMedia: (media: ClaimedMedia) => Promise<void>
}

/**
 * Fetches the media of inbound messages as soon as these are committed. Each chat is a queue of its own: within a chat
 * messages are fetched in order, while a slow file delays no other chat, and no tenant can take all the slots.
 */
export function createMediaQueue({ queries, clock, random, log, fetchMedia }: Parts) {
  const underWay = new Map<ChatId, { tenantId: TenantId; done: Promise<void> }>()

  async function fetchOne(pending: PendingMedia) {
    const now = clock.now()
    const claimed = await claimMedia(queries, pending, { now, leasedUntil: new Date(now.getTime() + LEASE_MS) })
    if (!claimed) return
    try {
      await fetchMedia(claimed)
    } catch (error) {
      const { messageId, attempts } = claimed
      log.info({ err: error, messageId, attempts }, 'media of an inbound message will be retried')
      const pauseMs = backoffMs(attempts, random)
      await postponeMedia(queries, claimed, new Date(clock.now().getTime() + pauseMs))
      loop.wakeAfter(pauseMs)
    }
  }

  function begin(pending: PendingMedia) {
    const { tenantId, chatId, messageId, requestId } = pending
    const done = onBehalfOf(requestId, () => fetchOne(pending)).then(
      () => end(chatId),
      (error: unknown) => {
        // Without the database it is still due: reading immediately would start it again immediately.
        underWay.delete(chatId)
        loop.wakeAfter(RETRY_MS)
        log.error({ err: error, messageId }, 'media of an inbound message not fetched')
      },
    )
    underWay.set(chatId, { tenantId, done })
  }

  function end(chatId: ChatId) {
    underWay.delete(chatId)
    loop.wake()
  }

  const countOf = (tenantId: TenantId) => [...underWay.values()].filter((other) => other.tenantId === tenantId).length
  const isFull = (tenantId: TenantId) => countOf(tenantId) >= MAX_PER_TENANT

  async function beginDue() {
    const limit = MAX_CONCURRENT - underWay.size
    if (limit <= 0) return
    const busyTenants = [...new Set([...underWay.values()].map(({ tenantId }) => tenantId))].filter(isFull)
    const busy = { busyChats: [...underWay.keys()], busyTenants }
    const due = await dueMedia(queries, { now: clock.now(), limit, ...busy })
    for (const pending of due) if (!isFull(pending.tenantId)) begin(pending)
  }

  const loop = createLoop({
    clock,
    pauseMs: POLL_MS,
    run: beginDue,
    onError: (error) => log.error({ err: error }, 'failed to read the queue of inbound media'),
  })

  return {
    start: loop.start,
    /** There is something new in the queue. */
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await Promise.all([...underWay.values()].map(({ done }) => done))
    },
  }
}
