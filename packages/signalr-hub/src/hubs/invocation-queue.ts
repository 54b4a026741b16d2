import type { Limits } from '../platform/limits.ts'
import type { Backpressure } from './backpressure.ts'

type QueueLimits = Pick<Limits, 'maximumParallelInvocations' | 'maximumQueuedBytes'>

type Task = { readonly run: () => Promise<void>; readonly size: number }

/** Runs the hub methods of one connection in order, up to the allowed number at a time. */
export type InvocationQueue = {
  /** @param size of the message in bytes */
  add(run: () => Promise<void>, size: number): void
  /** Starts running tasks: `onConnected` is done. */
  start(): void
  /** Drops waiting tasks. */
  clear(): void
}

export function createInvocationQueue(limits: QueueLimits, backpressure: Backpressure): InvocationQueue {
  let waiting: Task[] = []
  let waitingBytes = 0
  let running = 0
  let started = false
  let full = false

  function count(bytes: number): void {
    waitingBytes += bytes
    const next = waitingBytes > limits.maximumQueuedBytes
    if (next !== full) backpressure.full(next ? 1 : -1)
    full = next
    backpressure.buffered(bytes)
  }

  async function runTask(task: Task): Promise<void> {
    running += 1
    await task.run()
    running -= 1
    runNext()
  }

  function runNext(): void {
    if (!started) return
    while (running < limits.maximumParallelInvocations) {
      const task = waiting.shift()
      if (!task) return
      count(-task.size)
      void runTask(task)
    }
  }

  return {
    add(run, size) {
      waiting.push({ run, size })
      count(size)
      runNext()
    },
    start() {
      started = true
      runNext()
    },
    clear() {
      waiting = []
      count(-waitingBytes)
    },
  }
}
