/** Time, replaceable in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `task` every `milliseconds` until the returned function is called. Must not keep the process alive. */
  every(milliseconds: number, task: () => void): () => void
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds)
    timer.unref()
    return () => clearInterval(timer)
  },
}
