import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export type Counts = { passed: number; failed: number }

/** Runs one step of the tests, and exits with its code if it fails. */
export function runStep(title: string, command: string, ...words: string[]): void {
  const started = performance.now()
  console.log(`\n# ${title}`)
  const { status } = spawnSync(command, words, { stdio: 'inherit', env: process.env })
  if (status !== 0) {
    console.error(`${title}: failed`)
    process.exit(status ?? 1)
  }
  console.log(`# ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

export function runUnitTests(folder: string, ...words: string[]): Counts {
  const report = path.join(folder, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  runStep('Unit and integration tests', 'vitest', 'run', ...reporters, ...words)
  const unit = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number }
  return { passed: unit.numPassedTests, failed: unit.numFailedTests }
}

export const runLooks = (folder: string): Counts => runPlaywright('Looks', 'e2e/looks.config.ts', folder, [])

export const runBrowserTests = (folder: string, ...words: string[]): Counts =>
  runPlaywright('Browser tests', 'e2e/playwright.config.ts', folder, words)

function runPlaywright(title: string, config: string, folder: string, words: string[]): Counts {
  const report = path.join(folder, 'browser.json')
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report
  runStep(title, 'playwright', 'test', '-c', config, '--reporter=list,json', ...words)
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as { stats: PlaywrightStats }
  return { passed: stats.expected, failed: stats.unexpected }
}

type PlaywrightStats = { expected: number; unexpected: number }

export function printCounts(...steps: Counts[]): void {
  const sum = (name: keyof Counts) => steps.reduce((total, counts) => total + counts[name], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}
