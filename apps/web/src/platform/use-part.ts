import { useQuery } from '@tanstack/react-query'
import type { Later } from './later.ts'

/**
 * A part of the app that somebody waits for, and how far its loading is. One that could not be loaded is asked for once
 * more by whoever needs it next.
 */
export function usePart<Part>(name: string, load: Later<Part>) {
  return useQuery({
    queryKey: ['part', name],
    queryFn: load,
    initialData: load.loaded,
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    // A component is no data to compare.
    structuralSharing: false,
  })
}
