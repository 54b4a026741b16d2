import { hasPostgres } from '@partyline/driver'
import { expect, test } from 'vitest'
import { growthBenchmark } from './growth-benchmark.ts'

const TIMEOUT = 600_000

test.runIf(hasPostgres)(
  'the growth benchmark counts the blocks and statements of every call in both tenants',
  async () => {
    const { tables, goals } = await growthBenchmark.run({ chats: 60, messages: 5, rounds: 2 }, () => {})
    const rows = tables[0]?.rows ?? []
    expect(rows.length).toBeGreaterThan(15)
    for (const [call, ...cells] of rows) expect(`${call}: ${cells.join(' ')}`).not.toMatch(/–|: 0|undefined/)
    expect(goals).toHaveLength(rows.length)
  },
  TIMEOUT,
)
