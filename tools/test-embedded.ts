// npm run test:embedded [-- areas]: runs all tests of the server on the embedded database, or some of every area.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { printCounts, runUnitTests } from './run-step.ts'
import { testFolders } from './test-folders.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partyline-reports-'))
Object.assign(process.env, testFolders(folder), { EMBEDDED: process.argv[2] ?? 'all' })
const counts = runUnitTests(folder, '--project=embedded')
rmSync(folder, { recursive: true })
printCounts(counts)
