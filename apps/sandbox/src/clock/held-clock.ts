import type { Clock } from './clock.ts'

export type HeldClock = Clock & {
  /** Advances the time and runs due tasks in order. */
  advance(milliseconds: number): void
}

/** A clock that moves only when a test advances it. */
export function createHeldClock(start: number): HeldClock {
  let time = start
  const waiting = new Set<{ due: number; run: () => void }>()

  const nextDue = (until: number) => [...waiting].filter(({ due }) => due <= until).toSorted((a, b) => a.due - b.due)[0]

  return {
    now: () => time,
    after(milliseconds, run) {
      const entry = { due: time + milliseconds, run }
      waiting.add(entry)
      return () => waiting.delete(entry)
    },
    advance(milliseconds) {
      const until = time + milliseconds
      for (let entry = nextDue(until); entry; entry = nextDue(until)) {
        waiting.delete(entry)
        time = Math.max(time, entry.due)
        entry.run()
      }
      time = until
    },
  }
}
