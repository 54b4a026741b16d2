import { expect, test } from 'vitest'
import { soakBenchmark } from './soak-benchmark.ts'

test('a short soak ends with a heap size per sample, and no connection left', async () => {
  const { tables, goals } = await soakBenchmark.run({ seconds: 0.5, connections: [6] }, () => {})
  expect(tables[0]?.rows).toHaveLength(7)
  expect(Number(tables[0]?.rows.at(-1)?.[1])).toBeGreaterThanOrEqual(36)
  expect(goals).toHaveLength(1)
})
