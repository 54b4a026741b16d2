import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../platform/api.ts'
import { settingsKeys } from '../../settings/index.ts'

/** Milliseconds between two looks at what waits, while somebody watches. */
const STATE_AGAIN_MS = 15_000

/** What waits to be sent, and when Twilio was last heard of. */
export function serverStateQuery(api: Api) {
  return queryOptions({
    queryKey: [...settingsKeys.all, 'state'] as const,
    queryFn: ({ signal }) => api.call('settings.state', { signal }),
    refetchInterval: STATE_AGAIN_MS,
  })
}
