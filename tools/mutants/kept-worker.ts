import { ForksPoolWorker } from 'vitest/node'
import type { PoolRunnerInitializer } from 'vitest/node'

type Listener = Parameters<ForksPoolWorker['on']>

/** A worker process that outlives a run: to import the app takes longer than most runs. */
export function keepWorker() {
  let kept: ForksPoolWorker | null = null
  const pool: PoolRunnerInitializer = {
    name: 'kept',
    createPoolWorker(options) {
      const worker = kept ?? new ForksPoolWorker(options)
      const listeners: Listener[] = []
      let isTold = false
      return {
        name: 'kept',
        cacheFs: true,
        async start() {
          if (worker === kept) return
          await worker.start()
          kept = worker
          worker.on('exit', () => {
            if (worker === kept) kept = null
          })
        },
        on(...listener) {
          listeners.push(listener)
          worker.on(...listener)
        },
        off: (...listener) => worker.off(...listener),
        send(message) {
          if (message.type !== 'stop') return worker.send(message)
          isTold = true
          const stopped = { type: 'stopped', __vitest_worker_response__: true }
          for (const [event, listener] of listeners) if (event === 'message') listener(stopped)
        },
        async stop() {
          for (const listener of listeners) worker.off(...listener)
          if (isTold && worker === kept) return
          kept = null
          await worker.stop()
        },
        deserialize: (data) => data,
      }
    },
  }
  return {
    pool,
    /** The next run starts a new process. */
    async replace() {
      await kept?.stop()
      kept = null
    },
  }
}
