import type { Tenant } from '@partyline/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { numberKeys } from '../numbers/index.ts'
import type { Api } from '../platform/api.ts'
import { useApi } from '../platform/platform-context.tsx'
import { userKeys } from '../users/index.ts'

export const settingsKeys = {
  all: ['settings'] as const,
  tenant: ['settings', 'tenant'] as const,
  consented: ['settings', 'consented'] as const,
  rejected: ['settings', 'rejected'] as const,
  progress: ['settings', 'progress'] as const,
}

/** The organization with everything that the administration shows. */
export function tenantQuery(api: Api) {
  return queryOptions({
    queryKey: settingsKeys.tenant,
    queryFn: ({ signal }) => api.call('settings.tenant', { signal }),
  })
}

/** Whether the directory has consented. A check that fails reads as no. */
export function consentedQuery(api: Api) {
  return queryOptions({
    queryKey: settingsKeys.consented,
    queryFn: async ({ signal }) => (await api.call('settings.consented', { signal })).succeeded,
  })
}

export function rejectedQuery(api: Api) {
  return queryOptions({
    queryKey: settingsKeys.rejected,
    queryFn: ({ signal }) => api.call('settings.rejectedMessages', { signal }),
  })
}

/** The organization; its screens are drawn only when it is there. */
export function useTenant(): Tenant {
  const { data } = useQuery(tenantQuery(useApi()))
  if (data === undefined) throw new Error('The settings have to be loaded.')
  return data
}

/** Takes over the organization as a call that changed it has answered. */
export function useTenantChanged(): (tenant: Tenant) => void {
  const client = useQueryClient()
  return (tenant) => {
    client.setQueryData(settingsKeys.tenant, tenant)
    void client.invalidateQueries({ queryKey: numberKeys.all })
    void client.invalidateQueries({ queryKey: userKeys.all })
  }
}
