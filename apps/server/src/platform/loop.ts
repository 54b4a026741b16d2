import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from './clock.ts'
import { onBehalfOf } from './request-id.ts'

export type Loop = {
  start: () => void
  /** Runs now, or once more after the current run. */
  wake: () => void
  /** Wakes it after this many milliseconds, unless it is stopped earlier. */
  wakeAfter: (ms: number) => void
  isStopped: () => boolean
  /** Resolves when the current run has ended. */
  stop: () => Promise<void>
}

type Options = {
  clock: Pick<Clock, 'after'>
  /** From the end of a run to the next one. */
  pauseMs: number
  /** Whether the first run waits for a pause, too. */
  startsWithPause?: boolean
  run: () => Promise<void> | void
  onError: (error: unknown) => void
}

/** Runs at the start, at every wake-up, and after every pause; never twice at the same time. */
export function createLoop({ clock, pauseMs, startsWithPause = false, run, onError }: Options): Loop {
  // A run belongs to no request and no transaction, even if one woke it.
  const outsideOfCalls = AsyncLocalStorage.snapshot()
  let state: 'stopped' | 'pausing' | 'running' | 'woken' = 'stopped'
  let cancelPause = () => {}
  const cancelWakes = new Set<() => void>()
  let current: Promise<void> = Promise.resolve()

  function pause() {
    state = 'pausing'
    cancelPause = clock.after(pauseMs, begin)
  }

  function begin() {
    state = 'running'
    current = outsideOfCalls(() => onBehalfOf(null, runOnce))
  }

  async function runOnce() {
    try {
      await run()
    } catch (error) {
      onError(error)
    }
    if (isState('woken')) begin()
    else if (isState('running')) pause()
  }

  // A function, because the type checker does not see changes during the run.
  const isState = (other: typeof state) => state === other

  function wake() {
    if (state === 'running') state = 'woken'
    if (state !== 'pausing') return
    cancelPause()
    begin()
  }

  return {
    start: () => (startsWithPause ? pause() : begin()),
    wake,
    wakeAfter(ms) {
      // A timer may ring a millisecond early.
      const cancel = clock.after(ms + 1, () => {
        cancelWakes.delete(cancel)
        wake()
      })
      cancelWakes.add(cancel)
    },
    isStopped: () => state === 'stopped',
    async stop() {
      state = 'stopped'
      cancelPause()
      for (const cancel of cancelWakes) cancel()
      cancelWakes.clear()
      await current
    },
  }
}
