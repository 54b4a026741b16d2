import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Only against hanging: the longest step takes a quarter of it. */
const DEADLINE_MS = 2_700_000
/** A server that no longer answers would fail all its tests one by one, each after its timeout. */
const MAX_FAILURES = 20

export type Counts = { passed: number; failed: number }

/** `folder`: for its output and reports. The functions read the report of a step that has run. */
export type Step = {
  title: string
  command: readonly string[]
  folder: string
  count?: () => Counts
  /** The command that repeats what failed, if it is shorter than the step's. */
  repeat?: () => string | null
  deadlineMs?: number
}

/**
 * Runs one step, which takes one line if it passes. If it fails or misses its deadline, shows its output, says how to
 * repeat it, and exits.
 */
export function runStep({ title, command, folder, count, repeat, deadlineMs = DEADLINE_MS }: Step): Counts {
  const started = performance.now()
  process.stdout.write(`${title}: `)
  const log = path.join(folder, 'output.txt')
  const output = openSync(log, 'w')
  const [program = '', ...words] = command
  const { status, error } = spawnSync(program, words, {
    stdio: ['ignore', output, output],
    env: process.env,
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  })
  closeSync(output)
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
  if (status !== 0) {
    console.log(`failed after ${seconds}\n`)
    process.stdout.write(readFileSync(log))
    if (error) console.log(error.message)
    // A step that was killed has left no report.
    const again = status === null ? null : repeat?.()
    console.error(`\n${title}: failed. To repeat it: ${again ?? `npx ${command.join(' ')}`}`)
    process.exit(status ?? 1)
  }
  const counts = count?.()
  console.log(counts ? `${counts.passed} passed in ${seconds}` : seconds)
  return counts ?? { passed: 0, failed: 0 }
}

export const runUnitTests = (folder: string, ...words: string[]): Counts =>
  runVitest('Unit and integration tests', folder, ['run', ...words])

/** The tests that import one of these files. */
export const runRelatedTests = (folder: string, files: readonly string[]): Counts =>
  runVitest('Related tests', folder, ['related', '--run', '--passWithNoTests', ...files])

function runVitest(title: string, folder: string, words: readonly string[]): Counts {
  const report = path.join(folder, 'unit.json')
  const reporters = ['minimal', 'json', './tools/long-tests.ts'].map((name) => `--reporter=${name}`)
  const read = () => JSON.parse(readFileSync(report, 'utf8')) as UnitReport
  return runStep({
    title,
    command: ['vitest', ...words, `--bail=${MAX_FAILURES}`, ...reporters, `--outputFile.json=${report}`],
    folder,
    count: () => ({ passed: read().numPassedTests, failed: read().numFailedTests }),
    repeat: () => repeatUnitTests(read()),
  })
}

export const runLooks = (folder: string, ...words: string[]): Counts =>
  runPlaywright('Looks', { config: 'e2e/looks.config.ts', script: 'test:looks', folder, words })

export const runBrowserTests = (folder: string, ...words: string[]): Counts =>
  runPlaywright('Browser tests', { config: 'e2e/playwright.config.ts', script: 'browser', folder, words })

type Tests = { config: string; script: string; folder: string; words: readonly string[] }

function runPlaywright(title: string, { config, script, folder, words }: Tests): Counts {
  const report = path.join(folder, 'browser.json')
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report
  const read = () => JSON.parse(readFileSync(report, 'utf8')) as BrowserReport
  return runStep({
    title,
    command: ['playwright', 'test', '-c', config, '--reporter=failures,json', ...words],
    folder,
    count: () => ({ passed: read().stats.expected, failed: read().stats.unexpected }),
    repeat: () => repeatBrowserTests(script, read()),
  })
}

/** As Vitest reports it. */
export type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: readonly { name: string; status: string }[]
}
/** As Playwright reports it. */
export type BrowserReport = { stats: { expected: number; unexpected: number }; suites: readonly BrowserSuite[] }
type BrowserSuite = {
  specs: readonly { ok: boolean; file: string; line: number }[]
  suites?: readonly BrowserSuite[]
}

/** The command that repeats the failed files, or null if none is known. */
export function repeatUnitTests({ testResults }: UnitReport): string | null {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => path.relative('.', name))
  return failed.length > 0 ? `npm run unit -- ${failed.join(' ')}` : null
}

/** The command that repeats the failed tests, or null if none is known. */
export function repeatBrowserTests(script: string, { suites }: BrowserReport): string | null {
  const failed = suites.flatMap(failedIn)
  return failed.length > 0 ? `npm run ${script} -- ${failed.join(' ')}` : null
}

const failedIn = ({ specs, suites = [] }: BrowserSuite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ file, line }) => `${file}:${line}`),
  ...suites.flatMap(failedIn),
]

export function printCounts(...steps: Counts[]): void {
  const sum = (name: keyof Counts) => steps.reduce((total, counts) => total + counts[name], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}
