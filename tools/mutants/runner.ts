import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Job, Outcome } from './job.ts'

/** A mutant whose tests take longer than this is assumed to loop forever, in ms. */
const DEADLINE_MS = 600_000
const TEST_RUNNER = new URL('test-runner.ts', import.meta.url)

/** Runs jobs in sequence in a process, which is replaced after a job that does not end. */
export function startRunner() {
  const start = () => fork(TEST_RUNNER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let child = start()
  return {
    async run(job: Job): Promise<Outcome> {
      const finished = new AbortController()
      const signal = AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), finished.signal])
      try {
        child.send(job)
        const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('The process has ended.')))
        const [outcome] = (await Promise.race([once(child, 'message', { signal }), ended])) as [Outcome]
        return outcome
      } catch {
        child.kill('SIGKILL')
        child = start()
        const failure = { test: job.tests[0]?.file ?? '', message: 'The tests did not end.' }
        return { failure, tests: [], reached: [] }
      } finally {
        finished.abort()
      }
    },
    stop: () => child.kill(),
  }
}

export type Runner = ReturnType<typeof startRunner>
