/** A clock that can be advanced together with its timers, so that leases and pauses end without waiting. */
export type SettableClock = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Calls back once; call the returned function to cancel. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
  /** Advances the time and runs due timers. */
  pass(milliseconds: number): void
  /** Offset from the machine's clock, in milliseconds. */
  readonly ahead: number
}

export function createSettableClock(startAhead = 0): SettableClock {
  let ahead = startAhead
  const waiting = new Set<{ due: number; ring: () => void }>()
  const now = () => Date.now() + ahead

  return {
    now,
    get ahead() {
      return ahead
    },
    after(milliseconds, callback) {
      const entry = { due: now() + milliseconds, ring }
      const timer = setTimeout(ring, milliseconds).unref()
      waiting.add(entry)
      function ring() {
        stop()
        callback()
      }
      function stop() {
        clearTimeout(timer)
        waiting.delete(entry)
      }
      return stop
    },
    pass(milliseconds) {
      ahead += milliseconds
      const due = [...waiting].filter((entry) => entry.due <= now()).toSorted((one, other) => one.due - other.due)
      for (const { ring } of due) ring()
    },
  }
}
