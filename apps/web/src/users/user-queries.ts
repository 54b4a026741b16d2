import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { queryKeys } from '../platform/query-keys.ts'
import type { CurrentUser } from '@partyline/contract'
import { useApi } from '../platform/platform-context.tsx'

/** The signed-in person, with the tenant's settings for the composer. */
export function meQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.users.me,
    queryFn: ({ signal }) => api.call('users.me', { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}

export function usersQuery(api: Api) {
  return queryOptions({ queryKey: queryKeys.users.list, queryFn: ({ signal }) => api.call('users.list', { signal }) })
}

/** The signed-in person, undefined until the server has answered. */
export function useMe(): CurrentUser | undefined {
  return useQuery(meQuery(useApi())).data
}
