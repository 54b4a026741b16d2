import { isDeepStrictEqual } from 'node:util'
import { CONTACT_TEXTS, SEEN_TEXTS } from '@partyline/contract'
import type { CallBody, Contact, ContactField, ContactPhone, ContactValueChange } from '@partyline/contract'
import { z } from 'zod'
import { AppError, changedFields, invalid } from '../platform/index.ts'

/** The fields of a contact that people can change, except its phones. */
export type ContactValues = Pick<
  Contact,
  'name' | 'company' | 'emails' | 'remarks' | 'tags' | 'timeZone' | 'language' | 'fields'
>

type Update = CallBody<'contacts.update'>

const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/

/** @throws {AppError} `validation` for values that do not suit the fields */
export function requireFieldValues(values: Contact['fields'], fields: readonly ContactField[]): void {
  const faults = Object.entries(values).flatMap(([id, value]) => {
    const field = fields.find((one) => one.id === id)
    const fault = field ? faultOfValue(field, value ?? '') : CONTACT_TEXTS.unknownField
    return fault === null ? [] : [[`fields.${id}`, [fault]] as [string, string[]]]
  })
  if (faults.length > 0) throw invalid(Object.fromEntries(faults))
}

/** Why the field can't have this value; null if it can. */
export function faultOfValue({ kind, choices }: Pick<ContactField, 'kind' | 'choices'>, value: string): string | null {
  if (value === '') return null
  if (kind === 'number') return NUMBER.test(value) ? null : CONTACT_TEXTS.number
  if (kind === 'date') return z.iso.date().safeParse(value).success ? null : CONTACT_TEXTS.date
  if (kind === 'choice') return choices.includes(value) ? null : CONTACT_TEXTS.choice
  return null
}

/** Values without the empty ones. */
export function withoutEmpty(values: Contact['fields']): Contact['fields'] {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/** In the order of the alphabet, each in one spelling. */
export function sortTags(tags: readonly string[]): string[] {
  const byKey = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]))
  return [...byKey.values()].toSorted((one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' }))
}

/**
 * The values after an update: docs/product.md#contacts
 * @throws {AppError} `conflict` if someone else has changed one of them since the caller saw it
 */
export function updatedValues(current: ContactValues, update: Update, fields: readonly ContactField[]): ContactValues {
  const { emails, tags, fields: own = {}, phones: _phones, reassignedIds: _reassigned, seen = {}, ...single } = update
  const changed = changedFields(current, { ...single, seen })
  // The sentence about a conflict names the fields.
  const nameOf = (id: string) => `“${fields.find((field) => field.id === id)?.name ?? ''}”`
  const named = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([id, value]) => [nameOf(id), (value as string) || '']))
  const before = named({ ...Object.fromEntries(Object.keys(own).map((id) => [id, ''])), ...current.fields })
  const changedOwn = changedFields(before, { ...named(own), seen: named(isRecord(seen.fields) ? seen.fields : {}) })
  const kept = Object.entries(own).filter(([id]) => nameOf(id) in changedOwn)
  const { name, company, remarks, timeZone, language } = { ...current, ...changed }
  return {
    name,
    company,
    remarks,
    timeZone,
    language,
    emails: mergeLists(current.emails, emails, seen.emails),
    tags: sortTags(mergeLists(current.tags, tags, seen.tags)),
    fields: withoutEmpty({ ...current.fields, ...(Object.fromEntries(kept) as Contact['fields']) }),
  }
}

/** @throws {AppError} `conflict` if a contact that is merged has other values than the caller saw */
export function requireSeen(
  current: ContactValues,
  seen: CallBody<'contacts.merge'>['seen'] = {},
  fields: readonly ContactField[],
): void {
  const { fields: seenFields, ...single } = seen
  const now = new Map<string, unknown>(Object.entries(current))
  const changed = Object.entries(single).filter(([field, value]) => !isDeepStrictEqual(now.get(field), value))
  const own = isRecord(seenFields) ? new Map<string, unknown>(Object.entries(seenFields)) : null
  const changedOwn = own ? fields.filter(({ id }) => (own.get(id) ?? '') !== (current.fields[id] ?? '')) : []
  const names = [...changed.map(([field]) => field), ...changedOwn.map(({ name }) => `“${name}”`)]
  if (names.length === 0) return
  throw new AppError('conflict', { message: SEEN_TEXTS.changedBeforeMerge(current.name, names) })
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Applies the caller's additions to and removals from the list that they saw. */
function mergeLists(current: string[], wanted: string[] | undefined, seen: unknown): string[] {
  if (!wanted) return current
  const known = Array.isArray(seen) ? seen.filter((item) => typeof item === 'string').map(keyOf) : null
  if (!known) return uniqueOf(wanted)
  const keys = new Set(wanted.map(keyOf))
  const removed = new Set(known.filter((key) => !keys.has(key)))
  const added = wanted.filter((item) => !known.includes(keyOf(item)))
  return uniqueOf([...current.filter((item) => !removed.has(keyOf(item))), ...added])
}

const keyOf = (item: string) => item.toLowerCase()
const uniqueOf = (items: readonly string[]) =>
  [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed()

/** The changes that the history shows. */
export function valueChanges(
  before: ContactValues & { phones: readonly Pick<ContactPhone, 'number' | 'preferred'>[] },
  after: ContactValues & { phones: readonly Pick<ContactPhone, 'number' | 'preferred'>[] },
  fields: readonly ContactField[],
): ContactValueChange[] {
  const own = fields.map(({ id, name }) => ({
    field: 'field' as const,
    fieldName: name,
    ...pairOf(before, after, ({ fields: values }) => values[id] ?? ''),
  }))
  const fixed = Object.entries(IN_WORDS).map(([field, inWords]) => ({
    field: field as keyof typeof IN_WORDS,
    fieldName: null,
    ...pairOf(before, after, inWords),
  }))
  return [...fixed, ...own].filter(({ from, to }) => from !== to)
}

/** The values of a contact that were given up when it was merged. */
export function lostValues(
  merged: Parameters<typeof valueChanges>[0],
  kept: Parameters<typeof valueChanges>[1],
  fields: readonly ContactField[],
): ContactValueChange[] {
  return valueChanges(merged, kept, fields)
    .filter(({ field, from, to }) => from !== '' && field !== 'name' && field !== 'phones' && !isIn(field, from, to))
    .map((change) => ({ ...change, of: merged.name }))
}

/** Whether a list or a text has become part of another one. */
function isIn(field: ContactValueChange['field'], from: string, to: string): boolean {
  if (field === 'remarks') return to.includes(from)
  if (field !== 'emails' && field !== 'tags') return false
  const kept = new Set(keyOf(to).split(', '))
  return keyOf(from)
    .split(', ')
    .every((item) => kept.has(item))
}

type Shown = ContactValues & { phones: readonly Pick<ContactPhone, 'number' | 'preferred'>[] }

const pairOf = (before: Shown, after: Shown, inWords: (shown: Shown) => string) => ({
  from: inWords(before),
  to: inWords(after),
})

const IN_WORDS = {
  name: ({ name }) => name,
  company: ({ company }) => company,
  emails: ({ emails }) => emails.join(', '),
  phones: ({ phones }) =>
    phones.map(({ number, preferred }) => (preferred ? `${number} (preferred)` : number)).join(', '),
  tags: ({ tags }) => tags.join(', '),
  timeZone: ({ timeZone }) => timeZone ?? '',
  language: ({ language }) => language ?? '',
  remarks: ({ remarks }) => remarks,
} satisfies Partial<Record<ContactValueChange['field'], (shown: Shown) => string>>
