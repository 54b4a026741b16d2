import { BOUND_TEXTS, CONTACT_BOUNDS, phoneIdentity } from '@partyline/contract'
import type { Contact, ContactField, ContactFieldId, ContactPhone } from '@partyline/contract'
import { invalid } from '../platform/index.ts'
import { requireFieldValues } from './contact-values.ts'

/** A phone as a call has it. Null: it is none of the contact's yet. */
export type WantedPhone = { number: string; known: ContactPhone | null; preferred: boolean; field: string }

/** Values that one of two contacts has may stay, also if the field has other options by now. @throws {AppError} `validation` */
export function requireMergedValues(
  values: Contact['fields'],
  { fields, before, merged }: { fields: readonly ContactField[]; before: Contact; merged: Contact },
): void {
  const isKnown = ([id, value]: [string, string]) =>
    [before, merged].some((contact) => contact.fields[id as ContactFieldId] === value)
  const added = Object.entries(values as Record<string, string>).filter((entry) => !isKnown(entry))
  requireFieldValues(Object.fromEntries(added), fields)
}

/** Checks the limits that two callers may exceed together. @throws {AppError} `validation` */
export function requireLengths({ emails, tags }: Pick<Contact, 'emails' | 'tags'>): void {
  if (emails.length > CONTACT_BOUNDS.emails) {
    throw invalid({ emails: [BOUND_TEXTS.tooMany('email addresses', CONTACT_BOUNDS.emails)] })
  }
  if (tags.length > CONTACT_BOUNDS.tags) throw invalid({ tags: [BOUND_TEXTS.tooMany('tags', CONTACT_BOUNDS.tags)] })
}

/** @throws {AppError} `validation` */
export function requirePhones(phones: readonly unknown[]): void {
  if (phones.length <= CONTACT_BOUNDS.phones) return
  throw invalid({ phones: [BOUND_TEXTS.tooMany('phone numbers', CONTACT_BOUNDS.phones)] })
}

/** The phones to keep or add, and those to remove: only phones that the caller saw. Null: no change. */
export function phonesAfter(
  current: readonly ContactPhone[],
  wanted: WantedPhone[] | undefined,
  seen: unknown,
): { kept: WantedPhone[] | null; removed: ContactPhone[] } {
  if (!wanted) return { kept: null, removed: [] }
  const isWanted = ({ number }: ContactPhone) =>
    wanted.some((phone) => phoneIdentity(phone.number) === phoneIdentity(number))
  const isSeen = ({ number }: ContactPhone) =>
    !Array.isArray(seen) || seen.some((phone: unknown) => (phone as { number?: unknown } | null)?.number === number)
  const removed = current.filter((phone) => !isWanted(phone) && isSeen(phone))
  const others = current.filter((phone) => !isWanted(phone) && !isSeen(phone))
  const known = wanted.map((phone) => ({
    ...phone,
    known: current.find(({ number }) => phoneIdentity(number) === phoneIdentity(phone.number)) ?? null,
  }))
  const kept = [...known, ...others.map((phone) => ({ ...phone, known: phone, preferred: false, field: 'phones' }))]
  requirePhones(kept)
  return { kept, removed }
}
