// npm run mutants -- [area…]: changes the code in small ways, one at a time, and lists the changes that no test notices.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { AREAS } from './mutants/areas.ts'
import type { Area } from './mutants/areas.ts'
import { mutantsOf } from './mutants/mutants-of.ts'
import type { Mutant } from './mutants/mutants-of.ts'
import type { Job, Outcome } from './mutants/test-runner.ts'

const WORKERS = 2
/** A mutant whose tests take longer than this loops forever. In ms. */
const DEADLINE_MS = 180_000
const MIN_KILLED = 0.9
const TEST_RUNNER = path.join(import.meta.dirname, 'mutants/test-runner.ts')

/** Runs jobs one after another in a process, which is replaced after a job that does not end. */
function startRunner() {
  const start = () => fork(TEST_RUNNER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let child = start()
  return {
    async run(job: Job): Promise<Outcome> {
      child.send(job)
      try {
        const [outcome] = (await once(child, 'message', { signal: AbortSignal.timeout(DEADLINE_MS) })) as [Outcome]
        return outcome
      } catch {
        child.kill('SIGKILL')
        child = start()
        return { failure: 'The tests did not end.', testCount: 0 }
      }
    },
    stop: () => child.kill(),
  }
}

const filesOf = (patterns: readonly string[]) => globSync(patterns).toSorted()

function mutantsIn({ files, only = /^/ }: Area): Mutant[] {
  const sources = filesOf(files).filter((file) => !file.endsWith('.test.ts'))
  return sources
    .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))
    .filter(({ original }) => only.test(original))
}

/** Returns the mutants that no test notices. */
async function survivorsOf(mutants: readonly Mutant[], tests: readonly string[]): Promise<Mutant[]> {
  const survivors = new Set<Mutant>()
  const waiting = [...mutants]
  const work = async () => {
    const runner = startRunner()
    const { failure, testCount } = await runner.run({ mutant: null, tests })
    if (failure || testCount === 0) throw new Error(`The tests fail without a mutant: ${failure ?? 'none was found'}`)
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const outcome = await runner.run({ mutant, tests })
      if (outcome.failure === null) survivors.add(mutant)
      console.log(`${outcome.failure ? 'killed' : 'SURVIVED'}  ${describe(mutant)}`)
    }
    runner.stop()
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return mutants.filter((mutant) => survivors.has(mutant))
}

function describe({ file, line, original, replacement }: Mutant): string {
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 80) || 'nothing'
  return `${file}:${line}  ${short(original)}  →  ${short(replacement)}`
}

const asked = process.argv.slice(2)
const areas = asked.length > 0 ? asked : Object.keys(AREAS)
for (const name of areas) {
  const area = AREAS[name]
  if (!area) throw new Error(`There is no area ${name}. Areas: ${Object.keys(AREAS).join(', ')}.`)
  const started = performance.now()
  const mutants = mutantsIn(area)
  const survivors = await survivorsOf(mutants, filesOf(area.tests))
  const killed = mutants.length - survivors.length
  const share = killed / mutants.length
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`\n${name}: ${killed} of ${mutants.length} killed (${(share * 100).toFixed(1)} %) in ${seconds} s`)
  for (const survivor of survivors) console.log(`  ${describe(survivor)}`)
  if (share < MIN_KILLED) process.exitCode = 1
}
