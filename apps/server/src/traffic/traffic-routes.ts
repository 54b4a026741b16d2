import type { TenantId } from '@partyline/contract'
import type { Database, Handlers } from '../platform/index.ts'
import { readState } from './state-store.ts'

type Parts = { database: Database; isPaused: (tenantId: TenantId) => boolean }

export function trafficRoutes({ database, isPaused }: Parts) {
  return {
    'settings.state': async ({ caller: { tenantId } }) => {
      const { waitingSince, lastReportOn, lastDeliveredOn, lastTextOn, ...counts } = await readState(
        database.queries,
        tenantId,
      )
      return {
        ...counts,
        paused: isPaused(tenantId),
        waitingSince: waitingSince?.toISOString() ?? null,
        lastReportOn: lastReportOn?.toISOString() ?? null,
        lastDeliveredOn: lastDeliveredOn?.toISOString() ?? null,
        lastTextOn: lastTextOn?.toISOString() ?? null,
      }
    },
  } satisfies Partial<Handlers>
}
