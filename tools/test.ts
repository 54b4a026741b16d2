// npm test: every check there is, in the order in which they fail fastest.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testFolders } from './test-folders.ts'
import { ensureChromium, ensureNginx, ensureOpenssl } from './test-programs.ts'

/**
 * How a process ends that V8 brings down, and no test that fails. Threads that load WebAssembly at the same time, as the
 * embedded databases of the tests do, make V8 lose track of its pages once in a while (nodejs/node#64500: "Check failed:
 * jit_page.has_value()").
 */
const CRASHES: readonly NodeJS.Signals[] = ['SIGABRT', 'SIGILL', 'SIGSEGV', 'SIGTRAP']

const folder = mkdtempSync(path.join(tmpdir(), 'partyline-reports-'))
const unitReport = path.join(folder, 'unit.json')
const browserReport = path.join(folder, 'browser.json')
Object.assign(process.env, testFolders(folder))

run('Format', 'oxfmt', '--check', '.')
run('Lint', 'oxlint', '--type-aware', '--deny-warnings')
run('Types', 'tsc', '-b')
run('Unused code', 'knip')
run('Workspaces', 'sherif')
run('Build of the web app', 'npm', 'run', 'build')
const chromium = ensureChromium()
if (chromium) process.env['CHROMIUM_PATH'] = chromium
ensureNginx()
ensureOpenssl()
run(
  'Unit and integration tests',
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${unitReport}`,
)
process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = browserReport
run('Browser tests', 'playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json')

const unit = JSON.parse(readFileSync(unitReport, 'utf8')) as { numPassedTests: number; numFailedTests: number }
const browser = JSON.parse(readFileSync(browserReport, 'utf8')) as {
  stats: { expected: number; unexpected: number; flaky: number }
}
rmSync(folder, { recursive: true })
const passed = unit.numPassedTests + browser.stats.expected
const failed = unit.numFailedTests + browser.stats.unexpected
console.log(`\n${passed} passed, ${failed} failed, ${browser.stats.flaky} passed at the second try`)

function run(title: string, command: string, ...words: string[]) {
  const started = performance.now()
  console.log(`\n# ${title}`)
  const once = () => spawnSync(command, words, { stdio: 'inherit', env: process.env })
  const first = once()
  let { status } = first
  if (first.signal !== null && CRASHES.includes(first.signal)) {
    console.error(`${title}: the process crashed (${first.signal}), and is started again`)
    ;({ status } = once())
  }
  if (status !== 0) {
    console.error(`${title}: failed`)
    process.exit(status ?? 1)
  }
  console.log(`# ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
