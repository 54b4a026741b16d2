import { HOOK_LIMITS } from '@partyline/contract'
import type { HookId, RealtimeEvent, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { createLoop } from '../platform/index.ts'
import type { Clock, Database, Topic } from '../platform/index.ts'
import { claimEvents, countWaiting, forgetEvents, missNewest } from './hook-events-store.ts'
import { listHooked, missWaiting } from './hooks-store.ts'
import type { HookedTenant } from './hooks-store.ts'
import { LEASE_MS } from './send-event.ts'
import type { SendEvent } from './send-event.ts'

/** How often to look for events that another process left behind or did not announce. */
const POLL_MS = 10_000
/** The pause without webhooks. The process that adds the first one wakes immediately. */
const PAUSE_MS = 300_000
const UPKEEP_MS = 60_000
/** Requests in progress to all webhooks; each webhook has few. */
const MAX_UNDER_WAY = 200
/** Another process may have claimed the due events. */
const MIN_WAIT_MS = 100
const DAY_MS = 86_400_000

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  send: SendEvent
  announcements: Topic<readonly RealtimeEvent[]>
  /** Aborts running requests. Another process sends their events again. */
  abort: () => void
}

export type HookWorker = {
  start(): void
  stop(): Promise<void>
  /** After a change of webhooks, or a replay. */
  wake(): void
}

/** Sends the events of all webhooks. */
export function createHookWorker({ database, clock, log, send, announcements, abort }: Parts): HookWorker {
  const db = database.queries
  const underWay = new Set<Promise<void>>()
  const busy = new Map<HookId, number>()
  let hooked: ReadonlySet<TenantId> = new Set()
  let nextUpkeepAt = 0
  let stopListening = () => {}

  async function settle(claimed: Parameters<SendEvent>[0]): Promise<void> {
    const { hookId } = claimed
    busy.set(hookId, (busy.get(hookId) ?? 0) + 1)
    try {
      await send(claimed)
    } catch (error) {
      // It is sent again when the lease ends.
      log.error({ err: error, hookId, eventId: claimed.eventId }, 'failed to send an event to a webhook')
    } finally {
      const rest = (busy.get(hookId) ?? 1) - 1
      if (rest > 0) busy.set(hookId, rest)
      else busy.delete(hookId)
    }
  }

  /** When the loop wakes up next. */
  let wakesAt = 0
  function wakeIn(ms: number): void {
    const now = clock.now().getTime()
    if (wakesAt > now && wakesAt <= now + ms) return
    wakesAt = now + ms
    loop.wakeAfter(ms)
  }

  async function upkeep(enabled: readonly HookedTenant[]): Promise<void> {
    const now = clock.now().getTime()
    if (now < nextUpkeepAt) return
    nextUpkeepAt = now + UPKEEP_MS
    for (const hook of enabled) {
      const isTooLong = (await countWaiting(db, hook)) > HOOK_LIMITS.queue
      if (isTooLong && (await missNewest(db, hook))) nextUpkeepAt = now
    }
    if (await forgetEvents(db, new Date(now - HOOK_LIMITS.logDays * DAY_MS))) nextUpkeepAt = now
  }

  const loop = createLoop({
    clock,
    pauseMs: PAUSE_MS,
    async run() {
      const hooks = await listHooked(db)
      const enabled = hooks.filter(({ isEnabled }) => isEnabled)
      hooked = new Set(enabled.map(({ tenantId }) => tenantId))
      if (hooks.length === 0) return
      for (const hook of hooks.filter(({ isEnabled, dueAt }) => !isEnabled && dueAt !== null))
        await missWaiting(db, hook)
      await upkeep(enabled)
      wakeIn(POLL_MS)
      const now = clock.now()
      const waits = enabled.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt - now.getTime()]))
      const limit = MAX_UNDER_WAY - underWay.size
      if (limit <= 0) return
      const next = Math.min(...waits)
      if (next > 0) {
        if (next < POLL_MS) wakeIn(Math.max(MIN_WAIT_MS, next))
        return
      }
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      const claimed = await claimEvents(db, { now, leasedUntil, busy: Object.fromEntries(busy), limit })
      for (const event of claimed) {
        const work = settle({ ...event, leasedUntil }).finally(() => {
          underWay.delete(work)
          loop.wake()
        })
        underWay.add(work)
      }
    },
    onError: (error) => log.error({ err: error }, 'failed to look for events of webhooks'),
  })

  return {
    start() {
      stopListening = announcements.subscribe((events) => {
        if (events.some(({ tenantId }) => hooked.has(tenantId))) loop.wake()
      })
      loop.start()
    },
    async stop() {
      stopListening()
      await loop.stop()
      abort()
      await Promise.all(underWay)
    },
    wake: loop.wake,
  }
}
