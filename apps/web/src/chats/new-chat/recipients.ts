import { phoneIdentity } from '@partyline/contract'
import type { MemberId, NumberId } from '@partyline/contract'
import type { ListEntry } from '@partyline/contract/phone-numbers'
import type { Candidate } from '../chat-form/candidates.ts'

/** Someone a new chat is for. */
export type Recipient = Candidate & {
  /** The number is not a contact yet: it becomes one when the chat is created, under a real ID. */
  isNewNumber?: boolean
  /** The lines that the phone opted out of. */
  optedOutOf?: readonly NumberId[]
}

export function hasOptedOut({ optedOutOf = [] }: Pick<Recipient, 'optedOutOf'>, lineId: NumberId | undefined): boolean {
  return lineId !== undefined && optedOutOf.includes(lineId)
}

/** A number without a contact. The number is its name until someone enters one. */
export function newRecipient(number: string, name: string): Recipient {
  return { id: crypto.randomUUID() as string as MemberId, name, role: 'ExternalMobile', number, isNewNumber: true }
}

/** Adds recipients that are not among them yet. One that is a contact by now replaces its number. */
export function withRecipients(chosen: readonly Recipient[], added: readonly Recipient[]): readonly Recipient[] {
  const all = [...chosen]
  for (const one of added) {
    const same = all.findIndex((other) => other.id === one.id || isSamePhone(other.number, one.number))
    if (same < 0) all.push(one)
    else if (all[same]?.isNewNumber) all[same] = one
  }
  return all
}

/** Whether two numbers are one phone, whose networks may spell it in two ways. */
export function isSamePhone(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && phoneIdentity(one) === phoneIdentity(other)
}

/** A part of a written or pasted list: a number, or a text that may be a name. */
export type Part = Pick<ListEntry, 'number' | 'source' | 'name' | 'label' | 'fault'>

/** Reads written and pasted lists, like the server reads numbers. */
export type ListReader = {
  parts: (written: string) => Part[]
  /** The number that a text is; null if it is none, or several. */
  number: (written: string) => string | null
}

/** Reads for people in a country (ISO 3166). The rules of all countries are loaded on first use. */
export async function loadListReader(country: string): Promise<ListReader> {
  const { readList, readNumber } = await import('@partyline/contract/phone-numbers')
  return {
    parts: (written) => [
      ...new Map(readList(written, country).map((part) => [part.number ?? part.source, part])).values(),
    ],
    number: (written) => readNumber(written, country)?.number ?? null,
  }
}

/** Whether a pasted text is more than one name or number, as far as can be told without the rules of all countries. */
export function isList(pasted: string): boolean {
  return /[,;|\t\n\r<>•]|\d\s*(?:\/|[^\d\s]*\p{L}[^\d\s]*)\s*\+?\d/u.test(pasted.trim())
}
