// npm run mutants -- [--survivors] [--workers n] [area…]: makes small changes to the code, one at a time, and lists the
// ones that no test detects. --survivors tries only those that survived earlier runs.
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { AREAS } from './mutants/areas.ts'
import type { Area } from './mutants/areas.ts'
import { readKills } from './mutants/kills.ts'
import type { Kills } from './mutants/kills.ts'
import { CHANGED, mutantsOf } from './mutants/mutants-of.ts'
import type { Mutant } from './mutants/mutants-of.ts'
import { functionKey } from './mutants/reach.ts'
import { startRunner } from './mutants/runner.ts'
import type { Runner } from './mutants/runner.ts'
import type { Job } from './mutants/test-runner.ts'

const MIN_KILLED = 0.9

/** Timeout of tests without a mutant, in ms: tests are slow on a busy machine. */
const PATIENT = { test: 120_000, hook: 240_000 }
const MIN_TIMEOUT_MS = 15_000
/** How many times slower a test may be with a mutant. */
const SLOWDOWN = 5

/** A test file without a mutant. `slowestMs`: its slowest test. `reached`: the functions that it calls. */
type TestFile = { test: string; ms: number; slowestMs: number; reached: ReadonlySet<string> }

const filesOf = (patterns: readonly string[]) => globSync(patterns).toSorted()

function mutantsIn({ files, only = /^/ }: Area): Mutant[] {
  const sources = filesOf(files).filter((file) => !file.endsWith('.test.ts'))
  return sources
    .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))
    .filter(({ original }) => only.test(original))
}

async function measure(runner: Runner, tests: readonly string[], sources: readonly string[]): Promise<TestFile[]> {
  const measured: TestFile[] = []
  for (const test of tests) {
    const started = performance.now()
    const job = { mutant: null, sources, tests: [test], timeouts: PATIENT }
    const { failure, testCount, slowestMs, reached } = await runner.run(job)
    if (failure) throw new Error(`${test} fails without a mutant: ${failure.message}`)
    if (testCount === 0) throw new Error(`${test} has no test.`)
    measured.push({ test, ms: performance.now() - started, slowestMs, reached: new Set(reached) })
  }
  return measured
}

/** Returns the test files that reach a mutant: first those that killed most mutants of its file, then the fastest. */
function createTestChoice(files: readonly TestFile[]) {
  const kills = new Map<string, number>()
  return {
    noteKill: (file: string, test: string) => kills.set(`${file} ${test}`, (kills.get(`${file} ${test}`) ?? 0) + 1),
    filesFor(mutant: Mutant): TestFile[] {
      const key = functionKey(mutant.file, readFileSync(mutant.file, 'utf8'))(mutant)
      const killsOf = ({ test }: TestFile) => kills.get(`${mutant.file} ${test}`) ?? 0
      return files
        .filter(({ reached }) => (key ? reached.has(key) : [...reached].some((one) => one.startsWith(mutant.file))))
        .toSorted((one, other) => killsOf(other) - killsOf(one) || one.ms - other.ms)
    },
  }
}

/** Records in `kills` which test killed each mutant. */
async function tryOut(mutants: readonly Mutant[], tests: readonly string[], kills: Kills, workers: number) {
  const first = startRunner()
  const sources = [...new Set(mutants.map(({ file }) => file))]
  const choice = createTestChoice(await measure(first, tests, sources))
  const waiting = [...mutants]
  const work = async (runner: Runner) => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const chosen = choice.filesFor(mutant)
      const failure = chosen.length > 0 ? (await runner.run(jobFor(mutant, chosen))).failure : null
      if (failure?.message.includes(CHANGED)) throw new Error(failure.message)
      if (failure) {
        kills.add(mutant, `${failure.test}: ${failure.message}`)
        choice.noteKill(mutant.file, failure.test)
      } else {
        const place = mutants.indexOf(mutant) + 1
        console.log(`${place}/${mutants.length} survived ${chosen.length} test files: ${describe(mutant)}`)
      }
    }
    runner.stop()
  }
  await Promise.all([first, ...Array.from({ length: workers - 1 }, startRunner)].map(work))
}

function jobFor(mutant: Mutant, files: readonly TestFile[]): Job {
  const timeout = (slowest: number) => Math.max(MIN_TIMEOUT_MS, SLOWDOWN * slowest)
  const timeouts = {
    test: timeout(Math.max(...files.map(({ slowestMs }) => slowestMs))),
    hook: timeout(Math.max(...files.map(({ ms }) => ms))),
  }
  return { mutant, sources: [], tests: files.map(({ test }) => test), timeouts }
}

function describe({ file, line, original, replacement }: Mutant): string {
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 80) || 'nothing'
  return `${file}:${line}  ${short(original)}  →  ${short(replacement)}`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { survivors: { type: 'boolean', default: false }, workers: { type: 'string', default: '1' } },
})
for (const name of positionals.length > 0 ? positionals : Object.keys(AREAS)) {
  const area = AREAS[name]
  if (!area) throw new Error(`There is no area ${name}. Areas: ${Object.keys(AREAS).join(', ')}.`)
  const started = performance.now()
  const mutants = mutantsIn(area)
  const kills = readKills(name, values.survivors)
  const untried = mutants.filter((mutant) => !kills.has(mutant))
  console.log(`${name}: ${untried.length} of ${mutants.length} mutants to try`)
  if (untried.length > 0) await tryOut(untried, filesOf(area.tests), kills, Number(values.workers))
  const survivors = mutants.filter((mutant) => !kills.has(mutant))
  const killed = mutants.length - survivors.length
  const share = killed / mutants.length
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`\n${name}: ${killed} of ${mutants.length} killed (${(share * 100).toFixed(1)} %) in ${seconds} s`)
  for (const survivor of survivors) console.log(`  ${describe(survivor)}`)
  if (share < MIN_KILLED) process.exitCode = 1
}
