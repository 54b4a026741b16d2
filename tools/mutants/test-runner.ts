// A process of its own, because a mutant can loop forever: runs the tests of one mutant after another.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'
import { createVitest } from 'vitest/node'
import type { InlineConfig } from 'vitest/node'
import type { Mutant } from './mutants-of.ts'

/** Null runs the tests without a mutant. */
export type Job = { mutant: Mutant | null; tests: readonly string[] }
/** `message`: of the first failure; null where every test passed. */
export type Outcome = { failure: string | null; testCount: number }

/** A test that waits in vain has noticed the mutant. Without one, the slowest takes a fraction of this, in ms. */
const TEST_TIMEOUT_MS = 20_000

let mutant: Mutant | null = null

/** Source files stay as they are: the mutant is only in what Vite compiles. */
const plugin = {
  name: 'mutant',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!mutant || id.split('?')[0] !== path.resolve(mutant.file)) return null
    const { start, end, original, replacement } = mutant
    if (code.slice(start, end) !== original) throw new Error(`${mutant.file} has changed since it was read.`)
    return code.slice(0, start) + replacement + code.slice(end)
  },
}

const config = (await import(pathToFileURL(path.resolve('vitest.config.ts')).href)) as { default: ViteUserConfig }
const { projects = [], ...shared } = config.default.test ?? {}
const limits: InlineConfig = {
  ...shared,
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: 2 * TEST_TIMEOUT_MS,
  expect: { poll: { timeout: TEST_TIMEOUT_MS / 2 } },
  maxWorkers: 2,
  bail: 1,
  // It would keep the compiled mutants.
  fsModuleCache: false,
}
const vitest = await createVitest({
  ...limits,
  config: false,
  watch: false,
  reporters: [{}],
  projects: projects.map((project) => {
    if (typeof project !== 'object' || !('test' in project)) throw new Error('A project is an object with `test`.')
    return { plugins: [plugin], test: { ...limits, ...project.test, bail: 1 } }
  }),
})
await vitest.standalone()

async function run({ tests, ...job }: Job): Promise<Outcome> {
  ;({ mutant } = job)
  const file = mutant && path.resolve(mutant.file)
  if (file) vitest.invalidateFile(file)
  vitest.state.filesMap.clear()
  vitest.state.clearErrors()
  const specifications = await vitest.getRelevantTestSpecifications([...tests])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  if (file) vitest.invalidateFile(file)
  mutant = null
  const all = testModules.flatMap((module) => [...module.children.allTests()])
  const failed = all.flatMap((test) => test.result().errors?.map(({ message }) => `${test.fullName}: ${message}`) ?? [])
  const broken = testModules.flatMap((module) => module.errors().map(({ message }) => message))
  const failures = [...failed, ...broken, ...unhandledErrors.map(String)]
  return { failure: failures[0] ?? null, testCount: all.length }
}

process.on('message', (job: Job) => {
  run(job).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ failure: String(error), testCount: 0 } satisfies Outcome),
  )
})
