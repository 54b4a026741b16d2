// npm run mutants -- [--survivors] [--workers n] [area…]: makes small changes to the code, one at a time, and lists the
// ones that no test detects. --survivors tries only those that survived earlier runs.
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { AREAS } from './mutants/areas.ts'
import type { Area } from './mutants/areas.ts'
import { TIMEOUT, UNHANDLED } from './mutants/job.ts'
import type { Job, Selection } from './mutants/job.ts'
import { readKills } from './mutants/kills.ts'
import type { Kills } from './mutants/kills.ts'
import { CHANGED, mutantsOf } from './mutants/mutants-of.ts'
import type { Mutant } from './mutants/mutants-of.ts'
import { stepKey } from './mutants/reach.ts'
import { startRunner } from './mutants/runner.ts'
import type { Runner } from './mutants/runner.ts'

const MIN_KILLED = 0.9

/** Timeout of tests without a mutant, in ms: tests are slow on a busy machine. */
const PATIENT = { test: 300_000, hook: 300_000 }
const MIN_TIMEOUT_MS = 15_000
/** How many times slower a test may be with a mutant. */
const SLOWDOWN = 5

/** How long the tests of one mutant take without it, in whole files: a survivor that every test reaches would take minutes. */
const MAX_TESTS_MS = 30_000

/** A test file without a mutant. `tests`: durations in ms by id. `reached`: tests by step, '' for those in hooks. */
type TestFile = { file: string; ms: number; tests: ReadonlyMap<string, number>; reached: ReadonlyMap<string, string[]> }
/** The tests of a file to try. `slowestMs`: the slowest of them. */
type Choice = Selection & { ms: number; slowestMs: number }

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expandBraces(pattern: string): string[] {
  const [braces, list] = /\{([^{}]+)\}/.exec(pattern) ?? []
  if (!braces || !list) return [pattern]
  return list.split(',').flatMap((one) => expandBraces(pattern.replace(braces, one)))
}

/** Each name must match, so that a file that is renamed does not disappear from its area. */
function filesOf(patterns: readonly string[]): string[] {
  const files = patterns.flatMap(expandBraces).flatMap((pattern) => {
    const matching = globSync(pattern)
    if (matching.length === 0) throw new Error(`tools/mutants/areas.ts names a file that does not exist: ${pattern}`)
    return matching
  })
  return [...new Set(files)].toSorted()
}

function mutantsIn({ files, only = /^/ }: Area): Mutant[] {
  const sources = filesOf(files).filter((file) => !file.endsWith('.test.ts'))
  return sources
    .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))
    .filter(({ original }) => only.test(original))
}

async function measure(runner: Runner, files: readonly string[], sources: readonly string[]): Promise<TestFile[]> {
  const measured: TestFile[] = []
  for (const file of files) {
    const started = performance.now()
    const job = { mutant: null, sources, isMeasured: true, tests: [{ file, ids: null }], timeouts: PATIENT }
    const { failure, tests, reached } = await runner.run(job)
    if (failure) throw new Error(`${file} fails without a mutant: ${failure.message}`)
    if (tests.length === 0) throw new Error(`${file} has no test.`)
    const testsOf = new Map<string, string[]>()
    for (const { test, step } of reached) testsOf.set(step, [...(testsOf.get(step) ?? []), test])
    const durations = new Map(tests.map(({ id, ms }) => [id, ms]))
    measured.push({ file, ms: performance.now() - started, tests: durations, reached: testsOf })
  }
  return measured
}

/** Chooses tests that reach a mutant: in the files that killed most mutants of its file, then in the fastest. */
function createTestChoice(files: readonly TestFile[], stepOf: (mutant: Mutant) => string | null) {
  const kills = new Map<string, number>()
  /** Files with tests that fail without those before them. */
  const onlyWhole = new Set<string>()
  function choose({ file, ms, tests }: TestFile, reaching: readonly string[]): Choice {
    const inTests = reaching.filter((id) => id !== '')
    // Code that only a hook reaches can be seen in any test.
    const isWhole = onlyWhole.has(file) || inTests.length === 0
    const ids = isWhole ? [...tests.keys()] : inTests
    const durations = ids.map((id) => tests.get(id) ?? 0)
    const skippedMs =
      [...tests.values()].reduce((sum, each) => sum + each, 0) - durations.reduce((sum, each) => sum + each, 0)
    return { file, ids: isWhole ? null : ids, ms: ms - skippedMs, slowestMs: Math.max(...durations) }
  }
  return {
    noteKill: (file: string, test: string) => kills.set(`${file} ${test}`, (kills.get(`${file} ${test}`) ?? 0) + 1),
    onlyWhole,
    choicesFor(mutant: Mutant): Choice[] {
      const key = stepOf(mutant)
      const killsOf = ({ file }: Choice) => kills.get(`${mutant.file} ${file}`) ?? 0
      const sorted = files
        .flatMap((file) => {
          const isLoaded = [...file.reached.keys()].some((step) => step.startsWith(mutant.file))
          const reaching = key ? (file.reached.get(key) ?? []) : isLoaded ? [''] : []
          return reaching.length > 0 ? [choose(file, reaching)] : []
        })
        .toSorted((one, other) => killsOf(other) - killsOf(one) || one.ms - other.ms)
      let before = 0
      return sorted.filter(({ ms }) => (before += ms) - ms < MAX_TESTS_MS)
    },
  }
}

/** Tries the mutants that are not in `kills`, and records there which test killed each. */
async function tryOut(mutants: readonly Mutant[], files: readonly string[], kills: Kills, workers: number) {
  const first = startRunner()
  const sources = [...new Set(mutants.map(({ file }) => file))]
  // As the mutants were read: if a file changes meanwhile, the run ends.
  const steps = new Map(sources.map((file) => [file, stepKey(file, readFileSync(file, 'utf8'))]))
  // The first file's time would include the start of the process and its database.
  await measure(first, files.slice(0, 1), sources)
  const measured = await measure(first, files, sources)
  const choice = createTestChoice(measured, (mutant) => steps.get(mutant.file)?.(mutant) ?? null)
  for (const mutant of mutants) {
    const [killer] = kills.of(mutant)?.split(': ') ?? []
    if (killer) choice.noteKill(mutant.file, killer)
  }
  const passing = new Set<string>()
  /** Whether the tests pass without a mutant: some fail without those before them, or time out on a busy machine. */
  const passes = async (runner: Runner, chosen: Choice, { isTimeout }: { isTimeout: boolean }) => {
    const key = JSON.stringify([chosen.file, chosen.ids])
    if ((!chosen.ids || passing.has(key)) && !isTimeout) return true
    const { failure } = await runner.run(createJob(null, sources, [chosen]))
    if (!failure) passing.add(key)
    return !failure
  }
  const tryMutant = async (runner: Runner, mutant: Mutant): Promise<void> => {
    const chosen = choice.choicesFor(mutant)
    const tryOnce = async () =>
      chosen.length > 0 ? (await runner.run(createJob(mutant, sources, chosen))).failure : null
    let failure = await tryOnce()
    if (failure?.message.startsWith(UNHANDLED)) failure = await tryOnce()
    if (failure?.message.includes(CHANGED)) throw new Error(failure.message)
    if (!failure) {
      const place = mutants.indexOf(mutant) + 1
      return console.log(`${place}/${mutants.length} survived ${chosen.length} test files: ${describe(mutant)}`)
    }
    const failed = chosen.find(({ file }) => file === failure.test)
    const isTimeout = TIMEOUT.test(failure.message)
    if (failed && !(await passes(runner, failed, { isTimeout }))) {
      console.log(
        `${failed.file} fails without a mutant: ${failed.ids ? 'some of its tests need others' : 'tried again'}`,
      )
      choice.onlyWhole.add(failed.file)
      return tryMutant(runner, mutant)
    }
    kills.add(mutant, `${failure.test}: ${failure.message}`)
    choice.noteKill(mutant.file, failure.test)
  }
  const waiting = mutants.filter((mutant) => kills.of(mutant) === undefined)
  const work = async (runner: Runner) => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) await tryMutant(runner, mutant)
    runner.stop()
  }
  await Promise.all([first, ...Array.from({ length: workers - 1 }, startRunner)].map(work))
}

function createJob(mutant: Mutant | null, sources: readonly string[], tests: readonly Choice[]): Job {
  const timeout = (slowest: number) => Math.max(MIN_TIMEOUT_MS, SLOWDOWN * slowest)
  const timeouts = {
    test: timeout(Math.max(...tests.map(({ slowestMs }) => slowestMs))),
    hook: timeout(Math.max(...tests.map(({ ms }) => ms))),
  }
  return { mutant, sources, isMeasured: false, tests, timeouts }
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
  const untried = mutants.filter((mutant) => kills.of(mutant) === undefined)
  console.log(`${name}: ${untried.length} of ${mutants.length} mutants to try`)
  if (untried.length > 0) await tryOut(mutants, filesOf(area.tests), kills, Number(values.workers))
  const survivors = mutants.filter((mutant) => kills.of(mutant) === undefined)
  const killed = mutants.length - survivors.length
  const share = killed / mutants.length
  const seconds = Math.round((performance.now() - started) / 1000)
  const timeouts = mutants.filter((mutant) => TIMEOUT.test(kills.of(mutant) ?? '')).length
  const percent = (share * 100).toFixed(1)
  console.log(
    `\n${name}: ${killed} of ${mutants.length} killed (${percent} %), ${timeouts} by timeouts, in ${seconds} s`,
  )
  for (const survivor of survivors) console.log(`  ${describe(survivor)}`)
  if (share < MIN_KILLED) process.exitCode = 1
}
