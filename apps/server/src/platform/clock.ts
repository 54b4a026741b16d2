/** The time and the timers, so that a test can hold them. Times are milliseconds. */
export type Clock = {
  now(): Date
  /** Calls back once after `ms`; the returned function cancels. A pending call never keeps the process alive. */
  after(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms).unref()
    return () => clearTimeout(timer)
  },
}
