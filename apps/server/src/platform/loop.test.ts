import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { createLoop } from './loop.ts'
import { currentRequestId, onBehalfOf } from './request-id.ts'

/** A loop whose runs and pauses end when the test says so. */
function createTestLoop({ startsWithPause = false } = {}) {
  const runs: PromiseWithResolvers<void>[] = []
  const requestIds: (string | null)[] = []
  const timers = new Set<() => void>()
  const errors: unknown[] = []
  const loop = createLoop({
    clock: {
      after(_ms, callback) {
        timers.add(callback)
        return () => timers.delete(callback)
      },
    },
    pauseMs: 1_000,
    startsWithPause,
    run() {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      requestIds.push(currentRequestId())
      return run.promise
    },
    onError: (error) => errors.push(error),
  })
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    loop,
    errors,
    requestIds,
    timers,
    runs: () => runs.length,
    end: async (error?: Error) => {
      if (error) runs.at(-1)?.reject(error)
      else runs.at(-1)?.resolve()
      await settled()
    },
    pass: () => {
      for (const ring of timers) {
        timers.delete(ring)
        ring()
      }
    },
  }
}

test('a loop runs at its start, and again a pause after each run', async () => {
  const { loop, runs, end, pass, timers } = createTestLoop()
  loop.start()
  expect(runs()).toBe(1)
  expect(timers.size).toBe(0)
  await end()
  expect(runs()).toBe(1)
  pass()
  expect(runs()).toBe(2)
})

test('the first run can be delayed by a pause', () => {
  const { loop, runs, pass } = createTestLoop({ startsWithPause: true })
  loop.start()
  expect(runs()).toBe(0)
  pass()
  expect(runs()).toBe(1)
})

test('a wake-up ends the pause', async () => {
  const { loop, runs, end, timers } = createTestLoop()
  loop.start()
  await end()
  loop.wake()
  expect(runs()).toBe(2)
  expect(timers.size).toBe(0)
})

test('any number of wake-ups during a run cause one more run after it', async () => {
  const { loop, runs, end } = createTestLoop()
  loop.start()
  loop.wake()
  loop.wake()
  expect(runs()).toBe(1)
  await end()
  expect(runs()).toBe(2)
  await end()
  expect(runs()).toBe(2)
})

test('a failed run is reported, and the loop continues', async () => {
  const { loop, runs, end, pass, errors } = createTestLoop()
  loop.start()
  const error = new Error('The database is gone.')
  await end(error)
  expect(errors).toEqual([error])
  pass()
  expect(runs()).toBe(2)
})

test('a run has no request ID', async () => {
  const { loop, end, requestIds } = createTestLoop()
  loop.start()
  await end()
  onBehalfOf('a request', loop.wake)
  expect(requestIds).toEqual([null, null])
})

test('stop waits for the current run, and the loop never runs again', async () => {
  const { loop, runs, end, timers } = createTestLoop()
  loop.start()
  let isStopped = false
  const stopped = loop.stop().then(() => (isStopped = true))
  loop.wake()
  await Promise.resolve()
  expect(isStopped).toBe(false)
  await end()
  await stopped
  loop.wake()
  expect(runs()).toBe(1)
  expect(timers.size).toBe(0)
})

test('a loop is woken after a time, also during a run, but not once it is stopped', async () => {
  const { loop, runs, end, pass, timers } = createTestLoop()
  loop.start()
  loop.wakeAfter(500)
  pass()
  expect(runs()).toBe(1)
  await end()
  expect(runs()).toBe(2)
  loop.wakeAfter(500)
  await end()
  expect(timers.size).toBe(2)
  await loop.stop()
  expect(timers.size).toBe(0)
})

test('a run woken inside of a transaction is outside of it', async () => {
  const inTransaction = new AsyncLocalStorage<true>()
  const seen: (true | undefined)[] = []
  const timers: (() => void)[] = []
  const loop = createLoop({
    clock: { after: (_, ring) => (timers.push(ring), () => {}) },
    pauseMs: 1_000,
    startsWithPause: true,
    run: () => void seen.push(inTransaction.getStore()),
    onError: (error) => {
      throw error
    },
  })
  loop.start()
  inTransaction.run(true, loop.wake)
  await loop.stop()
  expect(seen).toEqual([undefined])
})
