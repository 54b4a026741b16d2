import type { Clock } from '../clock/index.ts'
import type { Faults } from '../faults/index.ts'
import type { Message } from './message.ts'

export type Throughput = {
  /** Milliseconds until the message leaves the queue of its number: at least `shortest`, and after those before it. */
  delay(message: Message, shortest: number): number
}

/** Limits the segments a second of each of the account's numbers, if the fault is set. */
export function createThroughput(clock: Clock, faults: Faults): Throughput {
  const freeAt = new Map<string, number>()

  return {
    delay({ from, to, numSegments }, shortest) {
      const limit = faults.take(to, 'throughput')
      if (limit === null) return shortest
      const now = clock.now()
      const start = Math.max(now + shortest, freeAt.get(from) ?? 0)
      freeAt.set(from, start + (numSegments / limit.segmentsPerSecond) * 1000)
      return start - now
    },
  }
}
