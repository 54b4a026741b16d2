import type { NumberId } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'

/** The names of the lines in use. Null until they are loaded, or if there is only one and no need to distinguish lines. */
export function useLineNames(): ReadonlyMap<NumberId, string> | null {
  const { data: lines } = useQuery(twilioNumbersQuery(useApi()))
  return useMemo(() => (lines && lines.length > 1 ? new Map(lines.map(({ id, name }) => [id, name])) : null), [lines])
}
