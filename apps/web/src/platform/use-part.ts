import { useQuery } from '@tanstack/react-query'

/**
 * A part of the app that somebody waits for, and how far its loading is. One that could not be loaded is asked for once
 * more by whoever needs it next.
 */
export function usePart<Part>(name: string, load: () => Promise<Part>) {
  return useQuery({
    queryKey: ['part', name],
    queryFn: load,
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    // A component is no data to compare.
    structuralSharing: false,
  })
}
