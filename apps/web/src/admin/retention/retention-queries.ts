import type { NumberId } from '@partyline/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../platform/api.ts'
import { queryKeys } from '../../platform/query-keys.ts'

const TIMEOUT_MS = 30_000

/** What a line would delete if it kept texts for some number of days. */
export function retentionPreviewQuery(api: Api, numberId: NumberId, days: number) {
  return queryOptions({
    queryKey: queryKeys.retentionPreview(numberId, days),
    queryFn: ({ signal }) =>
      api.call('retention.preview', {
        params: { numberId },
        query: { days },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      }),
    retry: false,
  })
}
