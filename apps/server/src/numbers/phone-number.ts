import { COUNTRY_TEXTS, countryName, phoneIdentity } from '@partyline/contract'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { AppError } from '../platform/index.ts'

/** For people: national within the default country, international otherwise; short codes and names as they are. */
export function formatNumber(number: string, defaultCountry: string): string {
  const parsed = parsePossible(number) ?? parsePossible(phoneIdentity(number))
  if (!parsed) return number
  return parsed.country === defaultCountry ? parsed.formatNational() : parsed.formatInternational()
}

/** Mexican numbers with the old 1 are not possible any more. */
function parsePossible(number: string) {
  const parsed = number.startsWith('+') ? parsePhoneNumberFromString(number) : undefined
  return parsed?.isPossible() ? parsed : null
}

/** Codes of ISO 3166; null: no country is barred. */
export type AllowedCountries = readonly string[] | null

/** Why the tenant texts no phone with this number: a sentence that names its country. Null where it may. */
export function countryBar(number: string, allowed: AllowedCountries): string | null {
  // Short codes and named senders belong to the country that they are heard in.
  if (allowed === null || !number.startsWith('+')) return null
  const country = parsePhoneNumberFromString(number)?.country
  if (country && allowed.includes(country)) return null
  return COUNTRY_TEXTS.notAllowed(country ? countryName(country) : COUNTRY_TEXTS.unknown)
}

/**
 * `field` is the field of the request that the numbers are from.
 * @throws {AppError} `country-not-allowed`, a sentence for each country that is barred
 */
export function assertCountriesAllowed(numbers: readonly string[], allowed: AllowedCountries, field?: string): void {
  const bars = new Set(numbers.map((number) => countryBar(number, allowed)).filter((bar) => bar !== null))
  if (bars.size > 0) throw new AppError('country-not-allowed', { message: [...bars].join('\n'), field })
}
