import type { Limits } from '../server/options.ts'
import type { Intake } from './intake.ts'

type QueueLimits = Pick<Limits, 'maximumParallelInvocations' | 'maximumQueuedBytes'>

type Task = { readonly run: () => Promise<void>; readonly size: number }

/** Runs the hub methods of one connection in order, so many at a time as allowed. */
export type InvocationQueue = {
  /** @param size of the message in bytes */
  add(run: () => Promise<void>, size: number): void
  /** Lets the first task run: `onConnected` is over. */
  start(): void
  /** Forgets what waits. */
  clear(): void
}

export function createInvocationQueue(limits: QueueLimits, intake: Intake): InvocationQueue {
  let waiting: Task[] = []
  let waitingBytes = 0
  let running = 0
  let started = false
  let full = false

  function count(bytes: number): void {
    waitingBytes += bytes
    const next = waitingBytes > limits.maximumQueuedBytes
    if (next !== full) intake.full(next ? 1 : -1)
    full = next
    intake.buffered(bytes)
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
