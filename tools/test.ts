// npm test: all checks, ordered by how fast they fail.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { printCounts, runBrowserTests, runLooks, runStep, runUnitTests } from './run-step.ts'
import { testFolders } from './test-folders.ts'
import { ensureChromium, ensureGuidePackages, ensureNginx, ensureOpenssl } from './test-programs.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partyline-reports-'))
Object.assign(process.env, testFolders(folder))

const check = (title: string, ...command: string[]) => runStep({ title, command, folder })
check('Format', 'oxfmt', '--check', '.')
check('Lint', 'oxlint', '--type-aware', '--deny-warnings')
check('Types', 'tsc', '-b')
check('Unused code', 'knip')
check('Workspaces', 'sherif')
check('Build of the web app', 'npm', 'run', 'build')
check('Build of the looks', 'npm', 'run', 'build:looks', '-w', '@partyline/web')
const chromium = ensureChromium()
if (chromium) process.env['CHROMIUM_PATH'] = chromium
ensureNginx()
ensureOpenssl()
ensureGuidePackages()
const unit = runUnitTests(folder)
const looks = runLooks(folder)
const browser = runBrowserTests(folder)
rmSync(folder, { recursive: true })
printCounts(unit, looks, browser)
