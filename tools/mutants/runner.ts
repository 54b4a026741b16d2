import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Job, Outcome } from './job.ts'

/** A mutant whose tests take longer than this is assumed to loop forever, in ms. They take half a minute without it. */
const DEADLINE_MS = 180_000
/** Without a mutant, all tests of a file run, on a machine that may be busy. */
const PATIENT_DEADLINE_MS = 600_000
const TEST_RUNNER = new URL('test-runner.ts', import.meta.url)

/** Runs jobs in sequence in a process, which is replaced after a job that does not end. */
export function startRunner() {
  // Detached, it leads a process group: its workers end with it, even if they loop.
  const start = () => fork(TEST_RUNNER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true })
  let child = start()
  return {
    async run(job: Job): Promise<Outcome> {
      const finished = new AbortController()
      const deadline = AbortSignal.timeout(job.mutant ? DEADLINE_MS : PATIENT_DEADLINE_MS)
      const signal = AbortSignal.any([deadline, finished.signal])
      try {
        child.send(job)
        const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('The process has ended.')))
        const [outcome] = (await Promise.race([once(child, 'message', { signal }), ended])) as [Outcome]
        return outcome
      } catch {
        killGroup(child)
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

function killGroup({ pid }: ChildProcess) {
  if (!pid) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

export type Runner = ReturnType<typeof startRunner>
