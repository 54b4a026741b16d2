import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Counted } from './composer-count.ts'
import { countComposition } from './composer-count.ts'
import { loadSegments } from './segments.ts'

export type Composition = { text: string; signature: string | null; files: number; phones: number; skips: boolean }

/** What the message will be on phones. The calculator is loaded when the first letter is written. */
export function useComposerCount({ text, signature, files, phones, skips }: Composition): Counted {
  const { data: segmentsOf = null } = useQuery({
    queryKey: ['segments'],
    queryFn: loadSegments,
    enabled: text !== '' && phones > 0,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    // A function is no data to compare.
    structuralSharing: false,
  })
  return useMemo(
    () => countComposition({ text, signature, files, phones, skips, segmentsOf }),
    [text, signature, files, phones, skips, segmentsOf],
  )
}
