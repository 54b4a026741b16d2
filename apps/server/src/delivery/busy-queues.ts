import { backoffMs } from '../platform/index.ts'
import type { Clock } from '../platform/index.ts'
import type { SendResult } from '../twilio/index.ts'
import { senderQueueKey } from './queue-store.ts'
import type { SenderQueue } from './queue-store.ts'

export type BusyQueues = {
  /** The outcome of a send. */
  note(queue: SenderQueue, result: SendResult): void
  /** The queues that are paused. */
  resting(): SenderQueue[]
}

type Parts = {
  clock: Clock
  random: () => number
  /** Has the queue read when a pause is over. */
  wakeAfter: (ms: number) => void
}

/**
 * A line whose sends Twilio does not accept at the moment (full queue, too many requests, no connection) pauses as a whole, so
 * that its queue is not tried text by text while others wait. Each process keeps its own pauses.
 */
export function createBusyQueues({ clock, random, wakeAfter }: Parts): BusyQueues {
  const busy = new Map<string, { queue: SenderQueue; until: number; inARow: number }>()
  const now = () => clock.now().getTime()
  return {
    note({ tenantId, fromNumberId }, result) {
      const queue = { tenantId, fromNumberId }
      if (result.state !== 'busy' && result.state !== 'unreachable') {
        busy.delete(senderQueueKey(queue))
        return
      }
      const inARow = (busy.get(senderQueueKey(queue))?.inARow ?? 0) + 1
      const asked = result.state === 'busy' ? result.retryAfterMs : 0
      const pauseMs = Math.max(asked, backoffMs(inARow, random))
      busy.set(senderQueueKey(queue), { queue, until: now() + pauseMs, inARow })
      wakeAfter(pauseMs)
    },
    resting: () => [...busy.values()].filter(({ until }) => until > now()).map(({ queue }) => queue),
  }
}
