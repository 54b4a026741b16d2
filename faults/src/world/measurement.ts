import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Of a process, in bytes, after a garbage collection. */
export type Measurement = {
  /** The longest delay of its event loop since the last measurement. */
  readonly maxDelayMs: number
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
}

export function createMeasure(): () => Measurement {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return () => {
    const maxDelayMs = delay.max / 1_000_000
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    // The collection itself is not the server's doing.
    setImmediate(() => delay.reset())
    return { maxDelayMs, rss, heapUsed, external }
  }
}
