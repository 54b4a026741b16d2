import { openingAt } from '@partyline/contract'
import type { NumberId, Opening } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useMinute } from '../../platform/use-minute.ts'

/** Whether a line is open now and, if it is closed, when it opens. An unknown line counts as open. */
export function useOpening(numberId: NumberId): Opening {
  const { data: numbers } = useQuery(twilioNumbersQuery(useApi()))
  const minute = useMinute()
  const hours = numbers?.find(({ id }) => id === numberId)?.hours ?? null
  return openingAt(hours, new Date(minute))
}
