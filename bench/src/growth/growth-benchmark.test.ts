import { hasPostgres } from '@partyline/driver'
import { expect, test } from 'vitest'
import { growthBenchmark } from './growth-benchmark.ts'

const TIMEOUT = 600_000

test.runIf(hasPostgres)(
  'the growth benchmark counts the blocks and statements of every call in both tenants, and of every step of a search',
  async () => {
    const { tables, goals } = await growthBenchmark.run({ chats: 60, messages: 5, rounds: 2 }, () => {})
    const rows = tables.flatMap((table) => table.rows)
    expect(rows.length).toBeGreaterThan(25)
    for (const [name, ...cells] of rows) expect(`${name}: ${cells.join(' ')}`).not.toMatch(/–|: 0|undefined|Infinity/)
    expect(goals).toHaveLength(rows.length)
  },
  TIMEOUT,
)
