import type { Clock } from './clock.ts'

/** Waits so many milliseconds by this clock. */
export const pause = (clock: Clock, milliseconds: number) =>
  new Promise<void>((resolve) => {
    clock.after(milliseconds, resolve)
  })
