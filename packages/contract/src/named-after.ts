/** Enough digits to identify a phone without its country code and trunk prefix. */
const SIGNIFICANT_DIGITS = 7

/** Whether a name is only the phone number, in any format: no one has named the contact yet. */
export function isNamedAfterNumber(name: string, number: string): boolean {
  if (name === number) return true
  const digits = name.replaceAll(/\D/g, '')
  return (
    /^[\d\s()+./-]+$/.test(name) &&
    digits.length >= SIGNIFICANT_DIGITS &&
    number.endsWith(digits.slice(-SIGNIFICANT_DIGITS))
  )
}
