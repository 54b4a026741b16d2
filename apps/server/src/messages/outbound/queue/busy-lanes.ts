import type { Clock } from '../../../platform/index.ts'
import type { SendResult } from '../../../twilio/index.ts'
import { backoffMs } from './backoff.ts'
import { laneKey } from './queue-store.ts'
import type { Lane } from './queue-store.ts'

export type BusyLanes = {
  /** What became of a send. */
  note(lane: Lane, result: SendResult): void
  /** The lanes that wait. */
  resting(): Lane[]
}

/**
 * A number of which Twilio takes nothing at the moment (a full queue, too many requests, no connection) rests as a
 * whole, so that its long queue is not tried text by text while others wait. In the memory of each process.
 */
export function createBusyLanes({ clock, random }: { clock: Clock; random: () => number }): BusyLanes {
  const busy = new Map<string, { lane: Lane; until: number; inARow: number }>()
  const now = () => clock.now().getTime()
  return {
    note({ tenantId, fromNumberId }, result) {
      const lane = { tenantId, fromNumberId }
      if (result.state !== 'busy' && result.state !== 'unreachable') {
        busy.delete(laneKey(lane))
        return
      }
      const inARow = (busy.get(laneKey(lane))?.inARow ?? 0) + 1
      const asked = result.state === 'busy' ? result.retryAfterMs : 0
      busy.set(laneKey(lane), { lane, until: now() + Math.max(asked, backoffMs(inARow, random)), inARow })
    },
    resting: () => [...busy.values()].filter(({ until }) => until > now()).map(({ lane }) => lane),
  }
}
