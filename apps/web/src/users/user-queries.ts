import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'

export const userKeys = {
  all: ['users'] as const,
  me: ['users', 'me'] as const,
  list: ['users', 'list'] as const,
}

/** The signed-in person with what the composer needs to know of the tenant. */
export function meQuery(api: Api) {
  return queryOptions({
    queryKey: userKeys.me,
    queryFn: ({ signal }) => api.call('users.me', { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}

export function usersQuery(api: Api) {
  return queryOptions({ queryKey: userKeys.list, queryFn: ({ signal }) => api.call('users.list', { signal }) })
}
