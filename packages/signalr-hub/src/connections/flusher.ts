/** Something with output that waits. */
type Flushable = { flush(): void }

/** Collects the connections with output and flushes them together, once a turn of the event loop. */
export type Flusher = { schedule(connection: Flushable): void }

export function createFlusher(): Flusher {
  let waiting: Flushable[] = []

  function flushAll(): void {
    const now = waiting
    waiting = []
    // Backwards: what was touched last in a broadcast is still in the processor's cache.
    for (const connection of now.toReversed()) connection.flush()
  }

  return {
    schedule(connection) {
      if (waiting.push(connection) === 1) setImmediate(flushAll)
    },
  }
}
