import { Metadata, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'

/** A number as E.164, and whether its digits are in use according to the plan of its country. */
export type ParsedNumber = { number: string; isValid: boolean }

/** Shorter ones without an area code are postal codes, years, and counts, unless a country has no longer numbers. */
const MIN_LOCAL_DIGITS = 7

/** Mobile numbers in Mexico as they were dialed from abroad until 2019, and as some networks still spell them. */
const OLD_MEXICAN_MOBILE = /^\+521\d{10}$/

const countDigits = (written: string) => written.replaceAll(/\D/g, '').length

function longestNumber(country: CountryCode): number {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  return Math.max(...(metadata.numberingPlan?.possibleLengths() ?? [0]))
}

function parse(written: string, country: CountryCode | undefined): ParsedNumber | null {
  const international = `+${written.replaceAll(/\D/g, '')}`
  if (written.includes('+') && OLD_MEXICAN_MOBILE.test(international)) return { number: international, isValid: true }
  const parsed = parsePhoneNumberFromString(written, { ...(country && { defaultCountry: country }), extract: false })
  if (!parsed?.isPossible() || parsed.ext) return null
  return { number: parsed.number, isValid: parsed.isValid() }
}

/**
 * Reads digits, spaces, and marks as one number; null if they are none. `country` (ISO 3166) is where numbers without a country
 * code are from.
 */
export function parseNumber(written: string, country: string): ParsedNumber | null {
  const home = isSupportedCountry(country) ? country : undefined
  // "(+44) 20", "+ 44 20", "+0044 20", "++44 20"
  const plain = written
    .replaceAll('~', '-')
    .replace(/^[\s([]*\+[\s+)(\]]*(?:00)?/, '+')
    .replace(/^\+(\d{1,3})\s*\)/, '+$1 ')
  if (plain.startsWith('+')) return parseInternational(plain, home)
  const digits = countDigits(plain)
  const isShort = digits < MIN_LOCAL_DIGITS && (!home || longestNumber(home) > MIN_LOCAL_DIGITS)
  const local = isShort ? null : parse(plain, home)
  if (local) return local
  const prefix = /^[\s(]*(?:00|011)[\s)./-]*(?=[1-9])/.exec(plain)
  return prefix ? parseInternational(`+${plain.slice(prefix[0].length)}`, home) : withoutTrunk(plain, home)
}

function parseInternational(written: string, home: CountryCode | undefined): ParsedNumber | null {
  return parse(written, home) ?? withoutTrunk(written, home)
}

/** "+1 (0) 202 …": a zero in parentheses that the country does not dial. */
function withoutTrunk(written: string, home: CountryCode | undefined): ParsedNumber | null {
  const without = written.replace(/\(\s*0\s*\)/, ' ')
  return without === written ? null : parse(without, home)
}
