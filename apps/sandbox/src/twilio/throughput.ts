import type { Clock } from '../clock/index.ts'
import type { Faults } from '../faults/index.ts'
import type { Message } from './message.ts'

export type Throughput = {
  /** Milliseconds until the message leaves the queue of its number: `shortest`, or until those before it are through. */
  delay(message: Message, shortest: number): number
}

/** Each of the account's numbers sends so many segments a second, once that is asked for. */
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
