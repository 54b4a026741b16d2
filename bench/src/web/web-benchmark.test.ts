import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatReport } from '../harness/report.ts'
import { webBenchmark } from './web-benchmark.ts'

const isOnPostgres = Boolean(process.env['DATABASE_URL'])
const hasBrowser = Boolean(process.env['CHROMIUM_PATH'])
const isBuilt = existsSync(new URL('../../../apps/web/dist/index.html', import.meta.url))
const TIMEOUT = 600_000

test.runIf(isOnPostgres && hasBrowser && isBuilt)(
  'the web benchmark measures both tenants at both speeds, and names its goals',
  async () => {
    const report = await webBenchmark.run({ chats: 300, seconds: 0.3, rounds: 1 }, () => {})
    for (const { rows } of report.tables) {
      for (const [, ...cells] of rows) expect(cells.join(' ')).not.toMatch(/–|undefined/)
    }
    expect(report.goals).toHaveLength(13)
    expect(formatReport(report)).toMatch(/Chromium \d+/)
  },
  TIMEOUT,
)

test.skipIf(isOnPostgres)('the web benchmark reports that it needs PostgreSQL', async () => {
  await expect(webBenchmark.run({}, () => {})).rejects.toThrow('Set DATABASE_URL')
})
