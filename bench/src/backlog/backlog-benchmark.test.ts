import { describe, expect, test } from 'vitest'
import { formatReport } from '../harness/report.ts'
import { backlogBenchmark } from './backlog-benchmark.ts'

const isOnPostgres = Boolean(process.env['DATABASE_URL'])

describe('the backlog benchmark', () => {
  test.runIf(isOnPostgres)('drains the backlog while another tenant sends texts', async () => {
    const { tables, goals, machine } = await backlogBenchmark.run({ backlog: 200 }, () => {})
    const [drained, latencies] = tables
    expect(drained?.rows.map(([sent]) => sent)).toEqual(
      Array.from({ length: 10 }, (_, index) => `${(index + 1) * 10} %`),
    )
    for (const [, texts] of latencies?.rows ?? []) expect(Number(texts)).toBeGreaterThan(0)
    expect(goals).toHaveLength(4)
    expect(formatReport({ tables, goals, machine })).toMatch(/\d+ cores /)
  })

  test.skipIf(isOnPostgres)('reports that it needs PostgreSQL', async () => {
    await expect(backlogBenchmark.run({}, () => {})).rejects.toThrow('Set DATABASE_URL')
  })
})
