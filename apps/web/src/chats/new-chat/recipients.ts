import type { MemberId } from '@partyline/contract'
import type { CountryCode } from 'libphonenumber-js/min'
import type { Candidate } from '../chat-form/candidates.ts'

/** Someone a new chat is for. */
export type Recipient = Candidate & {
  /** The number is not a contact yet: it becomes one when the chat is created, under a real ID. */
  isNewNumber?: boolean
}

/** A number that is no contact. It is named by the number until someone knows the name. */
export function newRecipient(number: string, name: string): Recipient {
  return { id: crypto.randomUUID() as string as MemberId, name, role: 'ExternalMobile', number, isNewNumber: true }
}

/** Adds recipients that are not among them yet. One that is a contact by now replaces its number. */
export function withRecipients(chosen: readonly Recipient[], added: readonly Recipient[]): readonly Recipient[] {
  const all = [...chosen]
  for (const one of added) {
    const same = all.findIndex((other) => other.id === one.id || (one.number !== null && other.number === one.number))
    if (same < 0) all.push(one)
    else if (all[same]?.isNewNumber) all[same] = one
  }
  return all
}

/** Separators of a pasted list. A single space is part of a name or a number. */
const SEPARATORS = /[,;\t\n\r]+/

/** The names and numbers of a pasted list. */
export function splitList(pasted: string): string[] {
  const parts = pasted.split(SEPARATORS).map((part) => part.trim())
  return [...new Set(parts)].filter((part) => part !== '')
}

/** Reads a phone number in any format as E.164; null if it can't be one. */
export type NumberReader = (written: string) => string | null

/** Reads numbers for people in a country (ISO 3166), like the server. The rules of all countries are loaded on first use. */
export async function loadNumberReader(country: string): Promise<NumberReader> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const home = isSupportedCountry(country) ? { defaultCountry: country satisfies CountryCode } : {}
  return (written) => {
    const parsed = parsePhoneNumberFromString(written, { ...home, extract: false })
    return parsed?.isPossible() && !parsed.ext ? parsed.number : null
  }
}
