// npm run test:changed -- [base]: what the changes since a commit can break, by default since main, committed or not.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chooseTests } from './changed-tests.ts'
import { printCounts, runBrowserTests, runLooks, runRelatedTests, runStep, runUnitTests } from './run-step.ts'
import type { Counts } from './run-step.ts'
import { testFolders } from './test-folders.ts'
import { ensureChromium } from './test-programs.ts'

const base = process.argv[2] ?? git('merge-base', 'main', 'HEAD')[0] ?? 'main'
const others = git('ls-files', '--others', '--exclude-standard')
const changed = [...new Set([...git('diff', '--name-only', base), ...others])]
const files = [...new Set([...git('ls-files'), ...others])].filter((file) => existsSync(file))
const contents = new Map<string, string>()
const choice = chooseTests(changed, { files, read })

const folder = mkdtempSync(path.join(tmpdir(), 'partyline-reports-'))
Object.assign(process.env, testFolders(folder))
const check = (title: string, ...command: string[]) => runStep({ title, command, folder })
const counts: Counts[] = []

const existing = changed.filter((file) => files.includes(file))
const code = existing.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
if (existing.length > 0) check('Format', 'oxfmt', '--check', '--no-error-on-unmatched-pattern', ...existing)
if (code.length > 0) check('Lint', 'oxlint', '--type-aware', '--deny-warnings', ...code)
if (changed.some((file) => /\.tsx?$/.test(file))) check('Types', 'tsc', '-b')
// The embedded database would only repeat them.
if (choice.tests.length > 0) counts.push(runUnitTests(folder, '--project=!embedded', ...choice.tests))
if (choice.related.length > 0) counts.push(runRelatedTests(folder, choice.related))
const chromium = choice.scenes.length + choice.journeys.length > 0 ? ensureChromium() : undefined
if (chromium) process.env['CHROMIUM_PATH'] = chromium
if (choice.scenes.length > 0) {
  build('Build of the looks', 'apps/web/looks/dist/index.html', ['build:looks', '-w', '@partyline/web'])
  counts.push(runLooks(folder, ...choice.scenes))
}
if (choice.journeys.length > 0) {
  build('Build of the web app', 'apps/web/dist/index.html', ['build'])
  counts.push(runBrowserTests(folder, ...choice.journeys))
}
rmSync(folder, { recursive: true })
printCounts(...counts)
if (choice.unsure.length > 0) {
  console.log(`\nThese may break anything else, too: ${choice.unsure.join(', ')}\nRun npm test.`)
}

/** Builds unless everything is older than the last build. */
function build(title: string, built: string, words: readonly string[]) {
  const sources = globSync(['apps/web/{src,looks}/**/*.{ts,tsx,css,html}', 'packages/contract/src/**/*.ts'])
  const since = existsSync(built) ? statSync(built).mtimeMs : 0
  const isStale = sources.some((file) => !file.includes('/dist/') && statSync(file).mtimeMs > since)
  if (isStale) check(title, 'npm', 'run', ...words)
}

function git(...words: string[]): string[] {
  const { stdout, stderr, status } = spawnSync('git', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.split('\n').filter((line) => line !== '')
}

function read(file: string): string {
  const known = contents.get(file) ?? readFileSync(file, 'utf8')
  contents.set(file, known)
  return known
}
