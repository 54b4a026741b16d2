/** Time comes in from outside, so that a test can hold it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Runs once after so many milliseconds; the answer cancels it. */
  after(milliseconds: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}
