import { describe, expect, test } from 'vitest'
import { formatReport } from '../harness/report.ts'
import { CONTESTANTS, ingestBenchmark } from './ingest-benchmark.ts'

/** Machines may be slow. */
const TIMEOUT_MS = 300_000
const isOnPostgres = Boolean(process.env['DATABASE_URL'])

describe('the ingest benchmark', () => {
  test.runIf(isOnPostgres)(
    'writes what it counts, shows every webhook, and names the machine and its goals',
    async () => {
      const options = { connections: [1, 32], seconds: 1.5, rounds: 1 }
      const { tables, goals, machine } = await ingestBenchmark.run(options, () => {})
      expect(tables.map(({ rows }) => rows.length)).toEqual([CONTESTANTS.length, CONTESTANTS.length, 1, 4])
      for (const { rows } of tables.slice(0, 3)) {
        for (const [, perSecond] of rows) expect(Number.parseFloat(perSecond ?? '')).toBeGreaterThan(0)
      }
      const ofPostgres = tables.map(({ rows }) => rows[0]?.at(-1) ?? '')
      for (const cpu of ofPostgres.slice(0, 3)) expect(Number.parseFloat(cpu)).toBeGreaterThan(0)
      expect(goals).toHaveLength(6)
      expect(formatReport({ tables, goals, machine })).toMatch(/\d+ cores .*\n- Node \d+.*, fastify \d.*, pg \d/)
    },
    TIMEOUT_MS,
  )

  test.skipIf(isOnPostgres)('reports that it needs PostgreSQL', async () => {
    await expect(ingestBenchmark.run({}, () => {})).rejects.toThrow('Set DATABASE_URL')
  })
})
