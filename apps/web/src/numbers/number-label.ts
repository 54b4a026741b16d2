import type { TwilioNumber } from '@partyline/contract'
import type { PhoneFormat } from './phone-format.ts'

/** A line as `Front desk (202) 555-0100`, or as its number alone if that is its name. */
export function numberLabel({ name, number }: Pick<TwilioNumber, 'name' | 'number'>, format: PhoneFormat): string {
  const written = format(number)
  return name === number || name === written ? written : `${name} ${written}`
}
