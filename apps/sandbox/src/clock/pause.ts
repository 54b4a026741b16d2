import type { Clock } from './clock.ts'

/** Waits this many milliseconds by the given clock. */
export const pause = (clock: Clock, milliseconds: number) =>
  new Promise<void>((resolve) => {
    clock.after(milliseconds, resolve)
  })
