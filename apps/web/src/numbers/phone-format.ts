import { cleanText, phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { CountryCode } from 'libphonenumber-js/min'
import { createStore } from '../platform/store.ts'
import type { Store } from '../platform/store.ts'
import { useCallback } from 'react'
import { useStore } from '../platform/use-store.ts'

/** Formats an E.164 number for people in the home country; leaves anything else alone. */
export type PhoneFormat = (number: string) => string

type Rules = (number: string, homeCountry: string) => string

/** The countries of the North American Numbering Plan (ISO 3166), which dial each other nationally. */
const NORTH_AMERICA = new Set('US CA AG AI AS BB BM BS DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI'.split(' '))

/** Whether a country (ISO 3166) belongs to the North American Numbering Plan. */
export function isNorthAmerican(country: string): boolean {
  return NORTH_AMERICA.has(country.toUpperCase())
}

/** The hint for entering a phone number in a home country (ISO 3166). */
export function numberHint(country: string | undefined): string {
  if (country !== undefined && isNorthAmerican(country)) {
    return 'For example, (202) 555-0142. Outside your country, start with the country code: +44 20 7946 0018.'
  }
  return 'Start with the country code, for example +44 20 7946 0018.'
}

/**
 * Formats phone numbers: national within the home country, international otherwise. North American numbers are built in. The
 * rules for all others are loaded on first use; until then, those numbers stay in E.164.
 */
export function createPhoneFormats(loadRules: () => Promise<Rules>) {
  const rules = createStore<Rules | null>(null)
  let asked = false

  async function load() {
    if (asked) return
    asked = true
    try {
      rules.set(await loadRules())
    } catch {
      // No network: numbers stay readable, and the next one tries again.
      asked = false
    }
  }

  return {
    /** The rules of all countries; null until they are loaded. */
    rules: rules as Store<Rules | null>,
    format(number: string, homeCountry: string): string {
      const home = homeCountry.toUpperCase()
      const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
      if (american) {
        const [, area, exchange, line] = american
        return isNorthAmerican(home) ? `(${area}) ${exchange}-${line}` : `+1 ${area} ${exchange} ${line}`
      }
      if (!number.startsWith('+')) return number
      if (rules.current() === null) void load()
      return rules.current()?.(number, home) ?? number
    },
  }
}

export async function loadRules(): Promise<Rules> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return (number, home) => {
    const written = parsePhoneNumberFromString(number)
    // Mexican numbers with the old 1 are not possible any more.
    const parsed = written?.isPossible() ? written : parsePhoneNumberFromString(phoneIdentity(number))
    if (parsed === undefined) return number
    const isHome = parsed.getPossibleCountries().includes(home as CountryCode)
    return isHome ? parsed.formatNational() : parsed.formatInternational()
  }
}

const formats = createPhoneFormats(loadRules)

/** Formats phone numbers for someone in a country (ISO 3166); undefined while it is unknown. */
export function usePhoneFormat(homeCountry: string | undefined): PhoneFormat {
  const rules = useStore(formats.rules)
  return useCallback(
    (number) => (homeCountry === undefined ? number : formats.format(number, homeCountry)),
    // A new function once the rules are loaded, so that numbers on screen are formatted again.
    // oxlint-disable-next-line react/exhaustive-deps
    [homeCountry, rules],
  )
}

/** Whether a number contains a search term in any format. A term with letters is not a number, except in a link. */
export function matchesNumber(number: string, term: string): boolean {
  const plain = cleanText(term).text.replace(/^(?:tel|sms|callto|whatsapp):/i, '')
  const digits = plain.replaceAll(/\D/g, '')
  if (digits === '' || !/^[\d\s()+./-]+$/.test(plain)) return false
  return phoneSpellings(number).some((spelling) => spelling.includes(digits))
}
