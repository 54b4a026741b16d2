import { setTimeout as wait } from 'node:timers/promises'
import type { Report } from '@partyline/contract'
import type { Company } from '../acting/company.ts'
import type { World } from '../world/world.ts'
import type { Evidence } from './evidence.ts'

const HOUR = 3_600_000
/** Days that are over are counted again after a day. */
const COUNTED_AFTER = 26 * HOUR
/** Longer than a run, in its own time. */
const DAYS = 20
const POLL_MS = 200

/** Reads each tenant's report, and once more after all days have been counted again. */
export async function readReports(world: World, companies: readonly Company[]): Promise<Evidence['reports']> {
  await world.pass(COUNTED_AFTER)
  const day = (daysAgo: number) => new Date(world.now() - daysAgo * 24 * HOUR).toISOString().slice(0, 10)
  const query = { from: day(DAYS), to: day(0) }
  return Promise.all(
    companies.map(async ({ tenantId, admin }) => {
      const read = async () => {
        for (;;) {
          const report = await admin.get('reports.get', { query })
          if (report.daysMissing === 0) return report
          await wait(POLL_MS)
        }
      }
      const counted = await read()
      for (const timeZone of ['Asia/Tokyo', counted.settings.timeZone]) {
        await admin.get('reports.update', { body: { timeZone } })
      }
      const recounted = await read()
      const { textsIn } = counted.total
      return { tenantId, counted: figuresOf(counted), recounted: figuresOf(recounted), textsIn: textsIn ?? 0 }
    }),
  )
}

function figuresOf({ total, days, hours, failures, lines, people, tags }: Report): string {
  return JSON.stringify({ total, days, hours, failures, lines, people, tags })
}
