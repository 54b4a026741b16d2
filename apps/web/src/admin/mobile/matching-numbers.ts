import type { PhoneNumber } from '@partyline/contract'
import { matchesNumber } from '../../numbers/index.ts'

export type NumberFilter = 'enabled' | 'disabled' | 'all'

/** The numbers that a filter lets through and whose name or number contains what was typed. */
export function matchingNumbers(
  numbers: readonly PhoneNumber[],
  { filter, term }: { filter: NumberFilter; term: string },
): PhoneNumber[] {
  const words = term.trim().toLocaleLowerCase()
  return numbers
    .filter(({ disabled }) => filter === 'all' || disabled === (filter === 'disabled'))
    .filter(({ name, number }) => name.toLocaleLowerCase().includes(words) || matchesNumber(number, term))
}
