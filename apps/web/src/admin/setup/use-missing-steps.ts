import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { consentedQuery, serverStateQuery, tenantQuery } from '../../settings/index.ts'
import { missingSteps } from '../../setup/index.ts'
import type { SetupStep } from '../../setup/index.ts'

/** The remaining setup steps; undefined until the organization and its consent are loaded. */
export function useMissingSteps(): { missing: readonly SetupStep[] | undefined; isTried: boolean } {
  const api = useApi()
  const { data: tenant } = useQuery(tenantQuery(api))
  const { data: consented, isError } = useQuery(consentedQuery(api))
  // Not polled: the trial refetches it when an answer was delivered.
  const { data: state } = useQuery({ ...serverStateQuery(api), refetchInterval: false })
  const trial = state && { hasReceived: state.lastTextOn !== null, hasDelivered: state.lastDeliveredOn !== null }
  // While Microsoft can't be reached, its last answer counts.
  const hasConsented = consented ?? (isError ? tenant?.consented : undefined)
  const isTried = trial !== undefined && trial.hasReceived && trial.hasDelivered
  if (!tenant || hasConsented === undefined) return { missing: undefined, isTried }
  const hasAccount = tenant.accountSid !== null
  return { missing: missingSteps({ ...tenant, hasConsented, hasAccount, trial }), isTried }
}
