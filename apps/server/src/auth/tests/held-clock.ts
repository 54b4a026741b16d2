import { systemClock } from '../../platform/index.ts'
import type { Clock } from '../../platform/index.ts'

export type HeldClock = Clock & { pass(ms: number): void }

/** Runs like the real one, but can be set ahead. */
export function createHeldClock(): HeldClock {
  let ahead = 0
  return {
    now: () => new Date(systemClock.now().getTime() + ahead),
    after: (ms, callback) => systemClock.after(ms, callback),
    pass(ms) {
      ahead += ms
    },
  }
}
