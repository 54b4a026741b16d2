/** Time, replaceable in tests. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Runs a task once after this many milliseconds. Call the returned function to cancel it. */
  after(milliseconds: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}
