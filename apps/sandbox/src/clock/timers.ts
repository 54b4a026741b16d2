import type { Clock } from './clock.ts'

export type Timers = Clock & {
  /** Cancels pending timers; later calls of `after` never run. */
  close(): void
}

/** A clock whose pending timers can be canceled together, when the sandbox closes. */
export function createTimers(clock: Clock): Timers {
  const cancels = new Set<() => void>()
  let closed = false

  return {
    now: () => clock.now(),
    after(milliseconds, run) {
      if (closed) return () => {}
      const stop = clock.after(milliseconds, () => {
        cancels.delete(cancel)
        run()
      })
      const cancel = () => {
        cancels.delete(cancel)
        stop()
      }
      cancels.add(cancel)
      return cancel
    },
    close() {
      closed = true
      for (const cancel of cancels) cancel()
    },
  }
}
