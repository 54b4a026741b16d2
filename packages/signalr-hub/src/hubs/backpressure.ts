/**
 * Pauses a client while one of its queues is full, unless something waits for more of the client's input.
 * In that case input is buffered up to a limit, because pausing would be a deadlock.
 */
export type Backpressure = {
  /** A queue is full (1), or no longer (-1). */
  full(change: 1 | -1): void
  /** Something waits for input from this client (1), or no longer (-1). */
  needed(change: 1 | -1): void
  /** Bytes that were received (positive) or consumed (negative). */
  buffered(bytes: number): void
}

type Options = {
  /** In bytes. */
  readonly limit: number
  readonly pause: () => void
  readonly resume: () => void
  readonly overflow: () => void
}

export function createBackpressure({ limit, pause, resume, overflow }: Options): Backpressure {
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
