import type { Clock } from '../../src/index.ts'

/** A clock that stands still until a test moves it. */
export type ManualClock = Clock & {
  /** Moves on, and runs what falls due in between. */
  advance(milliseconds: number): void
}

type Repeated = { readonly every: number; due: number; readonly task: () => void }

export function createManualClock(): ManualClock {
  let now = 1_700_000_000_000
  const tasks = new Set<Repeated>()

  return {
    now: () => now,
    every(milliseconds, task) {
      const repeated = { every: milliseconds, due: now + milliseconds, task }
      tasks.add(repeated)
      return () => tasks.delete(repeated)
    },
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const next = [...tasks].filter(({ due }) => due <= end).toSorted((a, b) => a.due - b.due)[0]
        if (!next) break
        now = next.due
        next.due += next.every
        next.task()
      }
      now = end
    },
  }
}
