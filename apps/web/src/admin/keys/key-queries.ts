import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../platform/api.ts'
import { queryKeys } from '../../platform/query-keys.ts'

/** The API keys, oldest first. */
export function keysQuery(api: Api) {
  return queryOptions({ queryKey: queryKeys.settings.keys, queryFn: ({ signal }) => api.call('keys.list', { signal }) })
}

/** Including revoked keys, which the audit log still names. */
export function allKeysQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.settings.allKeys,
    queryFn: ({ signal }) => api.call('keys.list', { query: { revoked: 'true' }, signal }),
  })
}

/** Fetches the API keys again. */
export function useKeysChanged(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: queryKeys.settings.keys })
}
