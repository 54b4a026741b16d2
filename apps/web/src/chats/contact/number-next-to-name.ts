import { isNamedAfterNumber } from '@partyline/contract'
import type { PhoneFormat } from '../../numbers/index.ts'

/** A person's formatted number, to show next to the name. Null if there is none, or if it is the name. */
export function numberNextToName(
  { name, number }: { name: string; number: string | null },
  format: PhoneFormat,
): string | null {
  return number === null || isNamedAfterNumber(name, number) ? null : format(number)
}
