import type { TwilioNumber } from '@partyline/contract'
import type { PhoneFormat } from '../../numbers/index.ts'

/** A line as `name (number)`. */
export function numberLabel({ name, number }: TwilioNumber, format: PhoneFormat): string {
  // An area code in parentheses would make two pairs of them.
  return `${name} (${format(number).replace(/^\((\d+)\) /, '$1-')})`
}
