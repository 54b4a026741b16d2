import { laneKey } from './queue-store.ts'
import type { Lane, Look, LookedAt, Send } from './queue-store.ts'

/**
 * Goes round the lanes, and in each of them round the phones, so that everybody has their turn however much others have
 * to send. In the memory of each process.
 */
export function createQueueWalk() {
  let after: Lane | null = null
  const places = new Map<string, Lane & { toNumber: string }>()

  /** True where the end of the lane was reached from within: before the place there may be more. */
  function goOnInLane({ sends, ...lane }: LookedAt, { begun, perLane }: { begun: ReadonlySet<Send>; perLane: number }) {
    const key = laneKey(lane)
    const wasInside = places.has(key)
    const isEnd = sends.length < perLane && sends.every((send) => begun.has(send))
    const last = sends.findLast((send) => begun.has(send))
    if (isEnd) places.delete(key)
    else if (last) places.set(key, { ...lane, toNumber: last.toNumber })
    return isEnd && wasInside
  }

  return {
    /** Where the next look begins. */
    place: () => ({ after, places: [...places.values()] }),

    /**
     * Goes on behind what was begun of what was found. True where an end was reached from within: another look begins
     * anew and may find more.
     */
    goOn(
      found: readonly LookedAt[],
      { begun, lanes, perLane }: Pick<Look, 'lanes' | 'perLane'> & { begun: ReadonlySet<Send> },
    ): boolean {
      const ends = found.filter((lane) => goOnInLane(lane, { begun, perLane }))
      const isEnd = found.length < lanes
      const wasInside = after !== null
      after = isEnd ? null : (found.at(-1) ?? null)
      return ends.length > 0 || (isEnd && wasInside)
    },
  }
}

/** One send of each lane, then one more of each, and so on. */
export function inTurns(lanes: readonly LookedAt[]): Send[] {
  const rounds = Math.max(0, ...lanes.map(({ sends }) => sends.length))
  return Array.from({ length: rounds }, (_, round) => lanes.flatMap(({ sends }) => sends[round] ?? [])).flat()
}
