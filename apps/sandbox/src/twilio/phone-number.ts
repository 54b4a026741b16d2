const E164 = /^\+[1-9]\d{6,14}$/
/** In North America, neither the area code nor the exchange starts with 0 or 1. */
const NORTH_AMERICAN = /^\+1[2-9]\d{2}[2-9]\d{6}$/

/** Converts a number to E.164, or returns null. Twilio treats ten digits as a North American number. */
export function parsePhoneNumber(written: string): string | null {
  const bare = written.replaceAll(/[\s().-]/g, '')
  const number = /^[2-9]\d{9}$/.test(bare) ? `+1${bare}` : bare
  if (!E164.test(number)) return null
  return number.startsWith('+1') && !NORTH_AMERICAN.test(number) ? null : number
}

/** North America's toll-free area codes. */
const TOLL_FREE = /^\+18(00|33|44|55|66|77|88)/
export const isTollFree = (number: string) => TOLL_FREE.test(number)

/** Valid senders of inbound texts: a phone, or a short code of three to six digits. */
export function parseSender(written: string): string | null {
  return /^\d{3,6}$/.test(written) ? written : parsePhoneNumber(written)
}

/** A number as in Twilio's errors, without the last four digits. */
export const masked = (number: string) => number.replace(/.{1,4}$/, (end) => 'X'.repeat(end.length))

export type Place = { city: string; state: string; zip: string; country: string }

/** Twilio's location of a number: the sandbox knows Washington, and which numbers are American. */
export function placeOf(number: string): Place {
  if (number.startsWith('+1202')) return { city: 'WASHINGTON', state: 'DC', zip: '20001', country: 'US' }
  return { city: '', state: '', zip: '', country: number.startsWith('+1') ? 'US' : '' }
}
