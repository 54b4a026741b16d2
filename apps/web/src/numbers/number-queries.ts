import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'

export const numberKeys = {
  all: ['numbers'] as const,
  mobile: ['numbers', 'mobile'] as const,
  twilio: ['numbers', 'twilio'] as const,
}

/** The tenant's own numbers that are in use. They change rarely, and an event says when. */
export function twilioNumbersQuery(api: Api) {
  return queryOptions({
    queryKey: numberKeys.twilio,
    queryFn: ({ signal }) => api.call('numbers.twilio', { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}
