import { expect, test } from 'vitest'
import { formatReport } from './report.ts'
import { runFaults } from './run.ts'

/** Machines may be slow. */
const TIMEOUT_MS = 900_000

/** The server looks up a text at Twilio after 90 seconds, and an unknown one when its lease has expired. */
const MAX_SECONDS_TO_SETTLE = 300

test(
  'a short run of faults, with server kills and missing callbacks, violates no rule',
  async () => {
    const database = process.env['DATABASE_URL'] ? 'shared' : 'embedded'
    const report = await runFaults({ seed: 20, count: 120, database }, () => {})
    expect(formatReport(report)).toContain('nothing broken')
    expect(report.secondsToSettle).toBeLessThan(MAX_SECONDS_TO_SETTLE)
    expect(report.killsMissingCallbacks).toBeGreaterThan(0)
    expect(report.struck['serverKilled']).toBeGreaterThan(0)
    expect(report.restarts).toBeGreaterThan(0)
    expect(report.sent).toBeGreaterThan(0)
    expect(report.pending).toBeGreaterThan(0)
    expect(report.received).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)
