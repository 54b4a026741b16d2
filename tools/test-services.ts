// npm run test:services, after npm test: runs the tests whose outcome may differ on the PostgreSQL of DATABASE_URL and
// the Redis of REDIS_URL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ON_SERVICES } from './database-tests.ts'
import { printCounts, runBrowserTests, runUnitTests } from './run-step.ts'
import { testFolders } from './test-folders.ts'
import { ensureChromium } from './test-programs.ts'

const OTHERS = ['bench/src/backlog/', 'bench/src/ingest/', 'bench/src/web/', 'faults/src/', 'tools/demo/']

for (const name of ['DATABASE_URL', 'REDIS_URL']) {
  if (!process.env[name]) throw new Error(`${name} is not set.`)
}
const folder = mkdtempSync(path.join(tmpdir(), 'partyline-reports-'))
Object.assign(process.env, testFolders(folder))
const chromium = ensureChromium()
if (chromium) process.env['CHROMIUM_PATH'] = chromium
const unit = runUnitTests(folder, '--project=server', '--project=others', ...ON_SERVICES, ...OTHERS)
const browser = runBrowserTests(folder, '--project=whole app')
rmSync(folder, { recursive: true })
printCounts(unit, browser)
