/** Enough digits to tell phones apart, whatever the country code and trunk prefix in front of them. */
const TELLING_DIGITS = 7

/** Whether a name is only the phone's number, in any spelling: nobody has named it yet. */
export function isNamedAfterNumber(name: string, number: string): boolean {
  if (name === number) return true
  const digits = name.replaceAll(/\D/g, '')
  return (
    /^[\d\s()+./-]+$/.test(name) && digits.length >= TELLING_DIGITS && number.endsWith(digits.slice(-TELLING_DIGITS))
  )
}
