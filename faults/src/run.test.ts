import { expect, test } from 'vitest'
import { formatReport } from './report.ts'
import { runFaults } from './run.ts'

/** Pictures of a killed process are fetched after two minutes; and a machine may be slow. */
const TIMEOUT_MS = 900_000

test(
  'a short run of faults, with kills of the server, breaks no promise',
  async () => {
    const database = process.env['DATABASE_URL'] ? 'shared' : 'embedded'
    const report = await runFaults({ seed: 10, count: 80, database }, () => {})
    expect(formatReport(report)).toContain('nothing broken')
    expect(report.isQuiet).toBe(true)
    expect(report.struck['serverKilled']).toBeGreaterThan(0)
    expect(report.restarts).toBeGreaterThan(0)
    expect(report.sent).toBeGreaterThan(0)
    expect(report.received).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)
