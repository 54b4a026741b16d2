// Runs test files for one mutant after another, in a separate process, because a mutant can loop forever.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'
import { createVitest } from 'vitest/node'
import type { InlineConfig, TestSpecification } from 'vitest/node'
import { CHANGED } from './mutants-of.ts'
import type { Mutant } from './mutants-of.ts'
import { withMarks } from './reach.ts'

/**
 * `mutant`: null runs the tests without one and reports which functions of `sources` they reach. `timeouts`: a test that
 * times out has killed the mutant. In ms.
 */
export type Job = {
  mutant: Mutant | null
  sources: readonly string[]
  tests: readonly string[]
  timeouts: { test: number; hook: number }
}
/**
 * `failure`: the first one and its test file; null if every test passed. `slowestMs`: the duration of
 * the slowest test. `reached`: the functions' keys, from `functionKey`.
 */
export type Outcome = {
  failure: { test: string; message: string } | null
  testCount: number
  slowestMs: number
  reached: string[]
}

let job: Job = { mutant: null, sources: [], tests: [], timeouts: { test: 0, hook: 0 } }

const folder = mkdtempSync(path.join(tmpdir(), 'partyline-mutants-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const reachedLog = path.join(folder, 'reached')

/** Applies the mutant to the code that Vite compiles. Source files stay unchanged. */
const plugin = {
  name: 'mutant',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const file = path.relative('', id.split('?')[0] ?? '')
    const { mutant, sources } = job
    if (!mutant) return sources.includes(file) ? withMarks(file, code, reachedLog) : null
    if (file !== mutant.file) return null
    const { start, end, original, replacement } = mutant
    if (code.slice(start, end) !== original) throw new Error(`${mutant.file} ${CHANGED}.`)
    return code.slice(0, start) + replacement + code.slice(end)
  },
}

const config = (await import(pathToFileURL(path.resolve('vitest.config.ts')).href)) as { default: ViteUserConfig }
const { projects = [], ...shared } = config.default.test ?? {}
const limits: InlineConfig = {
  ...shared,
  maxWorkers: 1,
  bail: 1,
  // The cache would keep compiled mutants.
  fsModuleCache: false,
}

/** Runs files in the order of the job. */
class JobOrder {
  shard = (specifications: TestSpecification[]) => specifications
  sort = (specifications: TestSpecification[]) => specifications.toSorted((one, other) => place(one) - place(other))
}
const place = ({ moduleId }: TestSpecification) => job.tests.indexOf(path.relative('', moduleId))

const vitest = await createVitest({
  ...limits,
  config: false,
  watch: false,
  sequence: { sequencer: JobOrder },
  // `bail` counts failed tests only, not failed hooks.
  reporters: [{ onTestModuleEnd: (module) => void (module.ok() || vitest.cancelCurrentRun('test-failure')) }],
  projects: projects.flatMap((project) => {
    if (typeof project !== 'object' || !('test' in project)) throw new Error('A project is an object with `test`.')
    // Its tests are in another project too.
    if (project.test?.name === 'embedded') return []
    return [{ plugins: [plugin], test: { ...limits, ...project.test, bail: 1 } }]
  }),
})
await vitest.standalone()

async function run(next: Job): Promise<Outcome> {
  job = next
  const { test: testTimeout, hook: hookTimeout } = job.timeouts
  for (const { config: settings } of vitest.projects) {
    Object.assign(settings, { testTimeout, hookTimeout, expect: { poll: { timeout: testTimeout / 2 } } })
  }
  const changed = job.mutant ? [job.mutant.file] : job.sources
  const forget = () => changed.forEach((file) => vitest.invalidateFile(path.resolve(file)))
  forget()
  rmSync(reachedLog, { force: true })
  vitest.state.filesMap.clear()
  vitest.state.clearErrors()
  const specifications = await vitest.getRelevantTestSpecifications([...job.tests])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  forget()
  const tests = testModules.flatMap((module) => [...module.children.allTests()])
  const failures = testModules.flatMap((module) => {
    const failed = (name: string, errors: readonly { message: string }[] = []) =>
      errors.map(({ message }) => ({ test: path.relative('', module.moduleId), message: `${name}: ${message}` }))
    return [
      ...failed('the file', module.errors()),
      ...[...module.children.allSuites()].flatMap((suite) => failed(suite.fullName, suite.errors())),
      ...[...module.children.allTests()].flatMap((test) => failed(test.fullName, test.result().errors)),
    ]
  })
  failures.push(...unhandledErrors.map((error) => ({ test: job.tests[0] ?? '', message: String(error) })))
  return {
    failure: failures[0] ?? null,
    testCount: tests.length,
    slowestMs: Math.max(0, ...tests.map((test) => test.diagnostic()?.duration ?? 0)),
    reached: readReached(),
  }
}

function readReached(): string[] {
  try {
    return readFileSync(reachedLog, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

process.on('disconnect', () => process.exit())
process.on('message', (next: Job) => {
  run(next).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      const failure = { test: '', message: String(error) }
      process.send?.({ failure, testCount: 0, slowestMs: 0, reached: [] } satisfies Outcome)
    },
  )
})
