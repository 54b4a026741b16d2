import type { AppOptions } from '../src/index.ts'

type Clock = NonNullable<AppOptions['clock']>

export type MovingClock = Clock & {
  /** So many milliseconds pass at once; what became due by that happens now. */
  pass(ms: number): void
}

/** Runs like the real clock, and can be set ahead together with its timers. */
export function createMovingClock(): MovingClock {
  let ahead = 0
  const waiting = new Set<{ due: number; ring: () => void }>()
  const now = () => Date.now() + ahead
  return {
    now: () => new Date(now()),
    after(ms, callback) {
      const stop = () => {
        clearTimeout(timer)
        waiting.delete(entry)
      }
      const ring = () => {
        stop()
        callback()
      }
      const entry = { due: now() + ms, ring }
      const timer = setTimeout(ring, ms).unref()
      waiting.add(entry)
      return stop
    },
    pass(ms) {
      ahead += ms
      const over = Array.from(waiting).filter(({ due }) => due <= now())
      for (const { ring } of over) ring()
    },
  }
}
