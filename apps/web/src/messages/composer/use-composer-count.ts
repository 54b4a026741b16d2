import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { Counted } from './composer-count.ts'
import { countComposition } from './composer-count.ts'
import { loadSegments } from './segments.ts'

export type Composition = { text: string; signature: string | null; files: number; phones: number; skips: boolean }

/**
 * What the message will be on phones. The calculator is loaded when the first letter is written. A letter shows first,
 * and is counted then: a long text takes longer to count than a key may.
 */
export function useComposerCount(parts: Composition): Counted {
  const { signature, files, phones, skips } = parts
  const text = useDeferredValue(parts.text)
  const { data: segmentsOf = null } = useQuery({
    queryKey: ['segments'],
    queryFn: loadSegments,
    enabled: parts.text !== '' && parts.phones > 0,
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
