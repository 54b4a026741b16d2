import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { loadSegments } from './segments.ts'

/** The calculator of a text's segments. */
export const segmentsQuery = queryOptions({
  queryKey: queryKeys.segmentCalculator,
  queryFn: loadSegments,
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  // Functions can't be compared.
  structuralSharing: false,
})
