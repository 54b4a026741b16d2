import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { queryKeys } from '../platform/query-keys.ts'

/** The snippets that the person can use. Each opening of the list fetches them again: only changes of shared ones are announced. */
export function snippetsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.snippets,
    queryFn: ({ signal }) => api.call('snippets.list', { signal }),
    staleTime: 0,
  })
}
