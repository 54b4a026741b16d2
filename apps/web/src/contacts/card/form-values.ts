import type { CallBody, Contact, ContactField, ContactPhone } from '@partyline/contract'
import { isSameValue, updateOf } from '../../ui/index.ts'
import { isUnnamed, mergedList } from '../contact-values.ts'

export type FormPhone = { number: string; preferred: boolean }

/** The values of a contact's form. */
export type FormValues = {
  /** Empty for a contact that has only its number. */
  name: string
  company: string
  emails: string[]
  phones: FormPhone[]
  tags: string[]
  timeZone: string | null
  language: string | null
  remarks: string
  /** By the fields' IDs. An empty value is none. */
  fields: Record<string, string>
}

/** The saved values of a contact; null for one that is new. */
export function savedValues(contact: Contact | null, fields: readonly ContactField[]): FormValues {
  return {
    name: contact === null || isUnnamed(contact) ? '' : contact.name,
    company: contact?.company ?? '',
    emails: contact?.emails ?? [],
    phones: (contact?.phones ?? []).map(({ number, preferred }) => ({ number, preferred })),
    tags: contact?.tags ?? [],
    timeZone: contact?.timeZone ?? null,
    language: contact?.language ?? null,
    remarks: contact?.remarks ?? '',
    fields: Object.fromEntries(fields.map(({ id }) => [id, contact?.fields[id] ?? ''])),
  }
}

/** Values without the rows in which nothing is written. */
export function withoutBlanks(values: FormValues): FormValues {
  return {
    ...values,
    emails: values.emails.filter((email) => email.trim() !== ''),
    phones: values.phones.filter(({ number }) => number.trim() !== ''),
  }
}

/** The body of an update: the edited values, and those that the person saw before. */
export function contactUpdate(saved: FormValues, edited: FormValues): CallBody<'contacts.update'> {
  const { fields: before, ...rest } = saved
  const { fields: after, ...others } = edited
  const { seen, ...body } = updateOf(rest, others)
  const own = updateOf(before, after)
  const isEdited = Object.keys(own.seen).length > 0
  const { seen: seenFields, ...fields } = own
  return {
    ...body,
    ...(isEdited && { fields }),
    seen: { ...seen, ...(isEdited && { fields: seenFields }) },
  }
}

/** The phones that are no longer in the form, not even as `format` writes them. */
export function removedPhones(
  before: readonly ContactPhone[],
  after: readonly FormPhone[],
  format: (number: string) => string,
): ContactPhone[] {
  const kept = new Set(after.map(({ number }) => digitsOf(number)))
  return before.filter(({ number }) => !kept.has(digitsOf(number)) && !kept.has(digitsOf(format(number))))
}

const digitsOf = (number: string) => number.replaceAll(/\D/g, '')

/** The lists of a form after someone else has changed the contact: both keep what they added and removed. */
export function mergedLists(before: FormValues, versions: { edited: FormValues; saved: FormValues }) {
  const { edited, saved } = versions
  const itself = (text: string) => text.toLowerCase()
  return {
    emails: mergedList(before.emails, { edited: edited.emails, saved: saved.emails }, itself),
    tags: mergedList(before.tags, { edited: edited.tags, saved: saved.tags }, itself),
    phones: mergedList(before.phones, { edited: edited.phones, saved: saved.phones }, ({ number }) => number),
  }
}

const SINGLE = ['name', 'company', 'timeZone', 'language', 'remarks'] as const

/** The values of which only one can win, each by its field. The tenant's own fields go by their names. */
export function singleValues(values: FormValues, fields: readonly ContactField[]): Record<string, string | null> {
  return Object.fromEntries([
    ...SINGLE.map((name) => [name, values[name]] as const),
    ...fields.map(({ id, name }) => [ownName(name), values.fields[id] ?? ''] as const),
  ])
}

export type SinglePath = (typeof SINGLE)[number] | `fields.${string}`

/** The path in the form of a name from {@link singleValues}. */
export function singlePath(name: string, fields: readonly ContactField[]): SinglePath | undefined {
  const own = fields.find((field) => ownName(field.name) === name)
  return own ? `fields.${own.id}` : SINGLE.find((each) => each === name)
}

/** In quotation marks, so that it is never the name of one of ours. */
const ownName = (name: string) => `“${name}”`

export const isEdited = (saved: FormValues, edited: FormValues) => !isSameValue(saved, withoutBlanks(edited))
