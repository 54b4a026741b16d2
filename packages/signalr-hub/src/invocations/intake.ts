/**
 * Decides when a client has to wait with what it sends: when something here has enough, unless something else cannot go on
 * without what the client has yet to send. Then input is kept, up to a limit, because pausing would wait for ever.
 */
export type Intake = {
  /** A queue is full (1), or no longer (-1). */
  full(change: 1 | -1): void
  /** Somebody waits for input of this client (1), or no longer (-1). */
  needed(change: 1 | -1): void
  /** Bytes that came in (positive) or were used (negative). */
  buffered(bytes: number): void
}

type Options = {
  /** In bytes. */
  readonly limit: number
  readonly pause: () => void
  readonly resume: () => void
  readonly overflow: () => void
}

export function createIntake({ limit, pause, resume, overflow }: Options): Intake {
  let fullQueues = 0
  let waitingReaders = 0
  let bytes = 0
  let paused = false

  function review(): void {
    const next = fullQueues > 0 && waitingReaders === 0
    if (next === paused) return
    paused = next
    if (paused) pause()
    else resume()
  }

  return {
    full(change) {
      fullQueues += change
      review()
    },
    needed(change) {
      waitingReaders += change
      review()
    },
    buffered(change) {
      bytes += change
      if (change > 0 && bytes > limit && !paused) overflow()
    },
  }
}
