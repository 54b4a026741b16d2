// Runs test files for one mutant after another, in a separate process, because a mutant can loop forever.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'
import { createVitest } from 'vitest/node'
import type { InlineConfig, TestSpecification } from 'vitest/node'
import { TIMEOUT, UNHANDLED } from './job.ts'
import type { Job, Outcome } from './job.ts'
import { keepWorker } from './kept-worker.ts'
import { CHANGED } from './mutants-of.ts'
import { parseReached, withMarks } from './reach.ts'
import type { Reached } from './reach.ts'

/** A process that has run the tests of this many jobs is replaced. */
const MAX_RUNS = 25

let job: Job = { mutant: null, sources: [], isMeasured: false, tests: [], timeouts: { test: 0, hook: 0 } }

const CURRENT_TEST = fileURLToPath(new URL('current-test.ts', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'partyline-mutants-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const reachedLog = path.join(folder, 'reached')

/** Applies the mutant to the code that Vite compiles. Source files stay unchanged. */
const plugin = {
  name: 'mutant',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const file = path.relative('', id.split('?')[0] ?? '')
    const { mutant, sources, isMeasured } = job
    if (isMeasured && sources.includes(file)) return withMarks(file, code, reachedLog)
    if (file !== mutant?.file) return null
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
const place = ({ moduleId }: TestSpecification) =>
  job.tests.findIndex(({ file }) => file === path.relative('', moduleId))

const worker = keepWorker()
let runs = 0
let changedBefore: readonly string[] = []

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
    const { test = {} } = project
    const setupFiles = [CURRENT_TEST, ...[shared.setupFiles ?? [], test.setupFiles ?? []].flat()]
    const pool = test.pool === 'forks' ? worker.pool : test.pool
    // Node’s own loader knows no plugins.
    const experimental = { viteModuleRunner: true }
    const sequence = { setupFiles: 'list' } as const
    return [{ plugins: [plugin], test: { ...limits, ...test, experimental, pool, setupFiles, sequence, bail: 1 } }]
  }),
})
await vitest.standalone()

async function run(next: Job): Promise<Outcome> {
  job = next
  const { test: testTimeout, hook: hookTimeout } = job.timeouts
  const sources = job.sources.map((file) => path.resolve(file))
  const changed = job.isMeasured ? sources : job.mutant ? [path.resolve(job.mutant.file)] : []
  runs += 1
  for (const project of vitest.projects) {
    project.provide('run', runs)
    project.provide('changed', [...changedBefore, ...changed])
    Object.assign(project.config, { testTimeout, hookTimeout, expect: { poll: { timeout: testTimeout / 2 } } })
  }
  // A new process is given what is compiled, and keeps it.
  const forget = () => sources.forEach((file) => vitest.invalidateFile(file))
  forget()
  rmSync(reachedLog, { force: true })
  vitest.state.filesMap.clear()
  vitest.state.clearErrors()
  const whole = await vitest.getRelevantTestSpecifications(job.tests.map(({ file }) => file))
  const specifications = whole.map((specification) => {
    const { ids } = job.tests[place(specification)] ?? {}
    return ids
      ? specification.project.createSpecification(specification.moduleId, { testIds: [...ids] })
      : specification
  })
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  forget()
  changedBefore = changed
  const tests = testModules
    .flatMap((module) => [...module.children.allTests()])
    .filter((test) => test.result().state !== 'skipped')
  const failures = testModules.flatMap((module) => {
    const failed = (name: string, errors: readonly { message: string; cause?: { message?: string } }[] = []) =>
      errors.map(({ message, cause }) => ({
        test: path.relative('', module.moduleId),
        message: [name, message, cause?.message ?? ''].join(': '),
      }))
    return [
      ...failed('the file', module.errors()),
      ...[...module.children.allSuites()].flatMap((suite) => failed(suite.fullName, suite.errors())),
      ...[...module.children.allTests()].flatMap((test) => failed(test.fullName, test.result().errors)),
    ]
  })
  failures.push(
    ...unhandledErrors.map((error) => ({ test: job.tests[0]?.file ?? '', message: `${UNHANDLED}: ${String(error)}` })),
  )
  // Code that still runs after a timeout could fail the next test.
  const isClean = unhandledErrors.length === 0 && failures.every(({ message }) => !TIMEOUT.test(message))
  if (!isClean || runs % MAX_RUNS === 0) await worker.replace()
  return {
    failure: failures[0] ?? null,
    tests: tests.map((test) => ({ id: test.id, ms: test.diagnostic()?.duration ?? 0 })),
    reached: readReached(),
  }
}

function readReached(): Reached[] {
  try {
    return parseReached(readFileSync(reachedLog, 'utf8'))
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
      process.send?.({ failure, tests: [], reached: [] } satisfies Outcome)
    },
  )
})
