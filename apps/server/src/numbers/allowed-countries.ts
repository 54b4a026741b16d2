import { COUNTRY_TEXTS, countryName } from '@partyline/contract'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { AppError } from '../platform/index.ts'

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

/** @throws {AppError} `country-not-allowed`, a sentence for each country that is barred */
export function assertCountriesAllowed(numbers: readonly string[], allowed: AllowedCountries): void {
  const bars = new Set(numbers.map((number) => countryBar(number, allowed)).filter((bar) => bar !== null))
  if (bars.size > 0) throw new AppError('country-not-allowed', { message: [...bars].join('\n') })
}
