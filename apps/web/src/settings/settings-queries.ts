import type { AccountNumber, Tenant } from '@partyline/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { useApi } from '../platform/platform-context.tsx'
import { queryKeys } from '../platform/query-keys.ts'

/** The organization, with everything in the administration. */
export function tenantQuery(api: Api) {
  return queryOptions({ queryKey: queryKeys.settings.tenant, queryFn: ({ signal }) => fetchTenant(api, { signal }) })
}

/** One contact tells whether there are any. Contacts are shown page by page. */
export function fetchTenant(api: Api, options: { signal?: AbortSignal } = {}): Promise<Tenant> {
  return api.call('settings.tenant', { query: { contacts: 1 }, ...options })
}

/** Whether the directory has consented. */
export function consentedQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.settings.consented,
    queryFn: async ({ signal }) => (await api.call('settings.consented', { signal })).succeeded,
  })
}

export function rejectedQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.settings.rejected,
    queryFn: ({ signal }) => api.call('settings.rejectedMessages', { signal }),
  })
}

/** Milliseconds between updates while the page is visible. */
const UPDATE_INTERVAL_MS = 15_000

/** The outgoing queue, and the last contact with Twilio. */
export function serverStateQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.settings.serverState,
    queryFn: ({ signal }) => api.call('settings.state', { signal }),
    refetchInterval: UPDATE_INTERVAL_MS,
  })
}

/** The organization; only for screens that render after it is loaded. */
export function useTenant(): Tenant {
  const { data } = useQuery(tenantQuery(useApi()))
  if (data === undefined) throw new Error('useTenant requires the tenant to be loaded.')
  return data
}

/** A line as it is now. */
export function useLine(line: AccountNumber): AccountNumber {
  return useTenant().twilioNumbers.find(({ id }) => id === line.id) ?? line
}

/** Puts a changed organization into the cache. */
export function useTenantChanged(): (tenant: Tenant) => void {
  const client = useQueryClient()
  return (tenant) => {
    client.setQueryData(queryKeys.settings.tenant, tenant)
    void client.invalidateQueries({ queryKey: queryKeys.numbers.all })
    void client.invalidateQueries({ queryKey: queryKeys.contacts.all })
    void client.invalidateQueries({ queryKey: queryKeys.users.all })
  }
}
