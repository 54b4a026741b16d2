/** Time, so that a test can hold it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `task` every `milliseconds` until the returned function is called. It must not keep the process alive. */
  every(milliseconds: number, task: () => void): () => void
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds)
    timer.unref()
    return () => clearInterval(timer)
  },
}
