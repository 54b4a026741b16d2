import { DOCTOR_CHECKS } from '@partyline/contract'
import type { DoctorCheck } from '@partyline/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AccessTokenSource, Api } from '../../platform/api.ts'
import { probeHub } from '../../realtime/index.ts'
import { settingsKeys } from '../../settings/index.ts'
import { HUB_FINDINGS } from './doctor-page-texts.ts'
import { toKnown } from './verdict.ts'

/** A run belongs to the moment: it is made when the page opens, when somebody asks, and when the settings change. */
const OF_THE_MOMENT = { staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false } as const

/** The checks of the server. */
export function doctorQuery(api: Api) {
  return queryOptions({
    queryKey: [...settingsKeys.all, 'doctor'] as const,
    queryFn: async ({ signal }) => {
      const report = await api.call('doctor.run', { signal })
      return { ...report, checks: report.checks.map(toKnown) }
    },
    ...OF_THE_MOMENT,
  })
}

type HubParts = { apiBase: string; tokens: AccessTokenSource }

/** The check that only this browser can make. */
export function hubQuery({ apiBase, tokens }: HubParts) {
  return queryOptions({
    queryKey: ['doctor', 'hub'] as const,
    queryFn: async (): Promise<DoctorCheck> => {
      const reach = await probeHub({ base: apiBase, accessToken: async () => (await tokens.current()) ?? '' })
      return { id: 'hub', title: DOCTOR_CHECKS.hub.title, number: null, mend: null, ...HUB_FINDINGS[reach] }
    },
    ...OF_THE_MOMENT,
  })
}
