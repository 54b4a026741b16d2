import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { queryKeys } from '../platform/query-keys.ts'
import type { DayRange } from './period.ts'

/** While days are being counted in the background, their figures grow. */
const RECOUNT_MS = 10_000

export function reportQuery(api: Api, { from, to }: DayRange) {
  return queryOptions({
    queryKey: queryKeys.reports.period(from, to),
    queryFn: ({ signal }) => api.call('reports.get', { query: { from, to }, signal }),
    // The figures of the period before stay until there are others.
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data && state.data.daysMissing > 0 ? RECOUNT_MS : false),
  })
}
