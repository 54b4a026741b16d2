import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import type { CountryCode } from 'libphonenumber-js'

/** Reads what a person wrote as E.164, with the tenant's default country; null where it cannot be a phone number. */
export function parseNumber(written: string, defaultCountry: string): string | null {
  const parsed = parsePhoneNumberFromString(written, { ...countryOption(defaultCountry), extract: false })
  // A text reaches no extension.
  return parsed?.isPossible() && !parsed.ext ? parsed.number : null
}

/** For people: national within the default country, international otherwise; short codes and names as they are. */
export function formatNumber(number: string, defaultCountry: string): string {
  const parsed = number.startsWith('+') ? parsePhoneNumberFromString(number) : undefined
  if (!parsed?.isPossible()) return number
  return parsed.country === defaultCountry ? parsed.formatNational() : parsed.formatInternational()
}

function countryOption(country: string): { defaultCountry?: CountryCode } {
  return isSupportedCountry(country) ? { defaultCountry: country } : {}
}
