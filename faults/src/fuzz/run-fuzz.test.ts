import { expect, test } from 'vitest'
import { runFuzz } from './run-fuzz.ts'

/** Machines may be slow. */
const TIMEOUT_MS = 600_000

test(
  'a short run of hostile requests gets no 5xx, and neither hangs nor ends the server',
  async () => {
    const database = process.env['DATABASE_URL'] ? 'shared' : 'embedded'
    const report = await runFuzz({ seed: 16, count: 3_000, database }, () => {})
    expect(report.failures).toEqual([])
    expect(report.crashes).toBe(0)
    // The run got past access checks and validation, and the hub read messages in both encodings.
    const statuses = ['200', '204', '400', '401', '403', '404', '413', '415']
    const sessions = ['hub in json: answered', 'hub in messagepack: answered']
    expect(Object.keys(report.outcomes)).toEqual(expect.arrayContaining([...statuses, ...sessions]))
  },
  TIMEOUT_MS,
)
