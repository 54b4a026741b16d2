import type { NumberId } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { numberLabel, twilioNumbersQuery, usePhoneFormat } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useMe } from '../../users/index.ts'

/** Whether a line has opening hours. Only then is the code about them loaded. */
export function useHasHours(numberId: NumberId | undefined): boolean {
  const { data: numbers } = useQuery(twilioNumbersQuery(useApi()))
  return numbers?.some(({ id, hours }) => id === numberId && hours !== null) ?? false
}

/** The chat's line as `Front desk (202) 555-0100`, or in short as `Front desk`; null while loading. */
export function useChatNumber(numberId: NumberId, { isShort = false } = {}): string | null {
  const { data: numbers } = useQuery(twilioNumbersQuery(useApi()))
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const number = numbers?.find(({ id }) => id === numberId)
  if (number === undefined) return null
  const label = numberLabel(number, format)
  return isShort && label.startsWith(number.name) ? number.name : label
}
