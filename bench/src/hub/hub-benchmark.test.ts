import { describe, expect, test } from 'vitest'
import { formatReport } from '../harness/report.ts'
import { CONTESTANTS, hubBenchmark } from './hub-benchmark.ts'
import { measureContestant } from './measure-contestant.ts'
import { BURST, planLoads } from './plan.ts'

const CONNECTIONS = 7
const SECONDS = 0.05
/** Timeout for starting ten processes on a busy machine, in ms. */
const ALL_CONTESTANTS = 120_000

describe('the hub benchmark', () => {
  test.each(CONTESTANTS)('%s delivers every message to every connection and to a real client', async (contestant) => {
    const loads = planLoads(CONNECTIONS, SECONDS)
    const measured = await measureContestant({ contestant, connections: CONNECTIONS, loads, warmUp: [] })
    for (const { sent, complete, witnessed, p50, p99 } of Object.values(measured.loads)) {
      expect(sent).toBeGreaterThan(0)
      expect(complete).toBe(CONNECTIONS)
      expect(witnessed).toBe(sent)
      expect(p50).toBeGreaterThan(0)
      expect(p99).toBeGreaterThanOrEqual(p50)
    }
    expect(measured.loads.single.messagesPerFrame).toBe(1)
    expect(measured.loads.burst.messagesPerFrame).toBe(contestant === 'hub' ? BURST : 1)
  })

  test(
    'the report names the machine, every contestant and every goal',
    async () => {
      const steps: string[] = []
      const options = { connections: [CONNECTIONS], seconds: SECONDS, rounds: 1 }
      const report = await hubBenchmark.run(options, (step) => steps.push(step))
      expect(steps).toHaveLength(CONTESTANTS.length)
      expect(report.tables.map(({ rows }) => rows.length)).toEqual([5, 5, 5])
      expect(report.goals).toHaveLength(5)
      expect(formatReport(report)).toMatch(/\d+ cores .*\n- Node \d+.*, ws \d.*, socket\.io \d/)
    },
    ALL_CONTESTANTS,
  )
})
