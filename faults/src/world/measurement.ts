import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Memory of a process after a garbage collection, in bytes. */
export type Measurement = {
  /** The maximum delay of its event loop since the last measurement. */
  readonly maxDelayMs: number
  /** The maximum processor time between two turns of its event loop, which other processes do not affect. */
  readonly maxTurnMs: number
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
}

const TURN_MS = 10

export function createMeasure(): () => Measurement {
  const delay = monitorEventLoopDelay({ resolution: TURN_MS })
  delay.enable()
  let usedMs = processorTimeMs()
  let maxTurnMs = 0
  setInterval(() => {
    const now = processorTimeMs()
    maxTurnMs = Math.max(maxTurnMs, now - usedMs)
    usedMs = now
  }, TURN_MS).unref()
  return () => {
    const measured = { maxDelayMs: delay.max / 1_000_000, maxTurnMs }
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    // Excludes the garbage collection itself.
    usedMs = processorTimeMs()
    maxTurnMs = 0
    setImmediate(() => delay.reset())
    return { ...measured, rss, heapUsed, external }
  }
}

/** Processor time of this thread, in milliseconds. */
function processorTimeMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
