import { senderQueueKey } from './queue-store.ts'
import type { SenderQueue, Look, LookedAt, Send } from './queue-store.ts'

/**
 * Takes the queues in turns, and in each of them the phones, so that a long queue delays no other. Each process keeps its own
 * place.
 */
export function createQueueWalk() {
  let after: SenderQueue | null = null
  const places = new Map<string, SenderQueue & { toNumber: string }>()

  /** True if the walk started inside the queue and reached its end: earlier phones may have more. */
  function goOnInQueue(
    { sends, ...queue }: LookedAt,
    { begun, perQueue }: { begun: ReadonlySet<Send>; perQueue: number },
  ) {
    const key = senderQueueKey(queue)
    const wasInside = places.has(key)
    const isEnd = sends.length < perQueue && sends.every((send) => begun.has(send))
    const last = sends.findLast((send) => begun.has(send))
    if (isEnd) places.delete(key)
    else if (last) places.set(key, { ...queue, toNumber: last.toNumber })
    return isEnd && wasInside
  }

  return {
    /** Where the next read starts. */
    place: () => ({ after, places: [...places.values()] }),

    /**
     * Moves the place behind the sends that were begun. True if the walk started inside and reached an end: another look starts
     * from the beginning and may find more.
     */
    advance(
      found: readonly LookedAt[],
      { begun, queues, perQueue }: Pick<Look, 'queues' | 'perQueue'> & { begun: ReadonlySet<Send> },
    ): boolean {
      const ends = found.filter((queue) => goOnInQueue(queue, { begun, perQueue }))
      const isEnd = found.length < queues
      const wasInside = after !== null
      after = isEnd ? null : (found.at(-1) ?? null)
      return ends.length > 0 || (isEnd && wasInside)
    },
  }
}

/** One send of each queue, then one more of each, and so on. */
export function inTurns(queues: readonly LookedAt[]): Send[] {
  const rounds = Math.max(0, ...queues.map(({ sends }) => sends.length))
  return Array.from({ length: rounds }, (_, round) => queues.flatMap(({ sends }) => sends[round] ?? [])).flat()
}
