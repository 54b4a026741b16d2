import type { FastifyBaseLogger } from 'fastify'
import { backoffMs, createLoop } from '../platform/index.ts'
import type { Clock, Loop } from '../platform/index.ts'

/** The outcome of a notification: settled, or certainly not sent and worth a retry. */
export type Settled = 'settled' | { againInMs: number | null }

type Parts<Send> = {
  clock: Clock
  random: () => number
  log: Pick<FastifyBaseLogger, 'error'>
  /** Takes due notifications out of the queue, up to this many. */
  claim: (most: number) => Promise<Send[]>
  /** When the next one is due. */
  nextAt: () => Promise<Date | null>
  deliver: (send: Send) => Promise<Settled>
  /** Puts one back. */
  postpone: (send: Send, until: Date) => Promise<void>
}

/** Sends in parallel: a service that hangs delays the others no longer than its deadline. */
const MAX_AT_ONCE = 20
/** How often to search the queue for notifications left by a process that ended. */
const PAUSE_MS = 300_000
/** Another process may have claimed the due ones. */
const MIN_WAIT_MS = 100
const MAX_ATTEMPTS = 5

/** Sends notifications, each at most once unless it was certainly not sent. */
export function createSender<Send extends { attempts: number }>(parts: Parts<Send>): Loop {
  const { clock, random, log, claim, nextAt, deliver, postpone } = parts
  const underWay = new Set<Promise<void>>()

  async function settle(send: Send): Promise<void> {
    try {
      const settled = await deliver(send)
      const attempts = send.attempts + 1
      if (settled === 'settled' || attempts >= MAX_ATTEMPTS) return
      const ms = Math.max(settled.againInMs ?? 0, backoffMs(attempts, random))
      await postpone({ ...send, attempts }, new Date(clock.now().getTime() + ms))
    } catch (error) {
      log.error({ err: error }, 'failed to send a notification')
    }
  }

  const loop = createLoop({
    clock,
    pauseMs: PAUSE_MS,
    async run() {
      const free = MAX_AT_ONCE - underWay.size
      // Wakes again when one of them has ended.
      if (free <= 0) return
      const sends = await claim(free)
      for (const send of sends) {
        const work = settle(send).finally(() => {
          underWay.delete(work)
          loop.wake()
        })
        underWay.add(work)
      }
      if (sends.length > 0) return
      const next = await nextAt()
      const ms = next && next.getTime() - clock.now().getTime()
      if (ms !== null && ms < PAUSE_MS) loop.wakeAfter(Math.max(MIN_WAIT_MS, ms))
    },
    onError: (error) => log.error({ err: error }, 'failed to look for notifications to send'),
  })

  return {
    ...loop,
    async stop() {
      await loop.stop()
      await Promise.all(underWay)
    },
  }
}
