import { hasPostgres } from '@partyline/driver'
import { expect, test } from 'vitest'
import { growthBenchmark } from './growth-benchmark.ts'

const TIMEOUT = 600_000

test.runIf(hasPostgres)(
  'the growth benchmark measures every call in both tenants, every step of a search, webhooks, and an archive',
  async () => {
    const { tables, goals } = await growthBenchmark.run({ chats: 60, messages: 5, rounds: 1, seconds: 6 }, () => {})
    const rows = tables.flatMap((table) => table.rows)
    expect(rows.length).toBeGreaterThan(25)
    for (const [name, ...cells] of rows) expect(`${name}: ${cells.join(' ')}`).not.toMatch(/–|: 0|undefined|Infinity/)
    const [calls = 0, searches = 0] = tables.map((table) => table.rows.length)
    expect(goals).toHaveLength(calls + searches + 2)
  },
  TIMEOUT,
)
