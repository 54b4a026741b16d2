import type { CountryCode } from 'libphonenumber-js/min'

/** Writes an E.164 number as people at home write it; anything else stays as it is. */
export type PhoneFormat = (number: string) => string

type Rules = (number: string, homeCountry: string) => string

/** The countries of the North American plan (ISO 3166), which dial each other nationally. */
const NORTH_AMERICA = new Set('US CA AG AI AS BB BM BS DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI'.split(' '))

/** Whether a country (ISO 3166) belongs to the North American plan. */
export function isNorthAmerican(country: string): boolean {
  return NORTH_AMERICA.has(country.toUpperCase())
}

/** How a phone number can be entered in an organization of this country (ISO 3166). */
export function numberHint(country: string | undefined): string {
  if (country !== undefined && isNorthAmerican(country)) {
    return 'For example, (202) 555-0142. Outside your country, start with the country code: +44 20 7946 0018.'
  }
  return 'Start with the country code, for example +44 20 7946 0018.'
}

/**
 * Formats phone numbers, national within the home country and international otherwise (decisions 6.1). North American
 * numbers have one form and need no more than this; the rules of all the others are loaded when one is met, and
 * until then such a number stands in E.164.
 */
export function createPhoneFormats(loadRules: () => Promise<Rules>) {
  let rules: Rules | null = null
  let asked = false
  const listeners = new Set<() => void>()

  async function load() {
    if (asked) return
    asked = true
    try {
      rules = await loadRules()
      for (const listener of listeners) listener()
    } catch {
      // Without the network numbers stay readable; the next one asks again.
      asked = false
    }
  }

  return {
    /** Changes when numbers can be written better than before. */
    version: () => rules,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    format(number: string, homeCountry: string): string {
      const home = homeCountry.toUpperCase()
      const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
      if (american) {
        const [, area, exchange, line] = american
        return isNorthAmerican(home) ? `(${area}) ${exchange}-${line}` : `+1 ${area} ${exchange} ${line}`
      }
      if (!number.startsWith('+')) return number
      if (rules === null) void load()
      return rules?.(number, home) ?? number
    },
  }
}

export async function loadRules(): Promise<Rules> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return (number, home) => {
    const parsed = parsePhoneNumberFromString(number)
    if (parsed === undefined) return number
    const isHome = parsed.getPossibleCountries().includes(home as CountryCode)
    return isHome ? parsed.formatNational() : parsed.formatInternational()
  }
}
