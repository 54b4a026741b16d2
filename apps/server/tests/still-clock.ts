import type { MovingClock } from './moving-clock.ts'

/** Longer waits are over when the test says so. */
const SHORT_MS = 1_000

/** Stands still until it is set ahead, however slow the machine is; only short pauses pass by themselves. */
export function createStillClock(): MovingClock {
  let now = Date.now()
  const waiting = new Set<{ due: number; ring: () => void }>()
  return {
    now: () => new Date(now),
    after(ms, callback) {
      if (ms <= SHORT_MS) {
        const timer = setTimeout(callback, ms).unref()
        return () => clearTimeout(timer)
      }
      const entry = { due: now + ms, ring: callback }
      waiting.add(entry)
      return () => waiting.delete(entry)
    },
    pass(ms) {
      now += ms
      for (const entry of [...waiting].filter(({ due }) => due <= now)) {
        waiting.delete(entry)
        entry.ring()
      }
    },
  }
}
