import type { CallBody, Contact, ContactField, ContactFieldId, ContactPhone } from '@partyline/contract'
import { BOUND_TEXTS, CONTACT_BOUNDS } from '@partyline/contract'
import { isSameValue } from '../../ui/index.ts'
import { isUnnamed } from '../contact-values.ts'

/** The value to keep. `first` is the contact that is kept; `both` joins the values of both. */
export type Side = 'both' | 'first' | 'second'

type Fixed = 'name' | 'company' | 'emails' | 'remarks' | 'tags' | 'timeZone' | 'language'
type RowKey = Fixed | `fields.${ContactFieldId}`

/** A field that at least one of the two contacts has. */
export type MergeRow = {
  key: RowKey
  /** One of the tenant's own fields. */
  field: ContactField | null
  /** Null: empty. A list is never empty. */
  values: Readonly<Record<'first' | 'second', string | readonly string[] | null>>
  /** The sides that can be kept without losing more than necessary. With one, there is nothing to choose. */
  sides: readonly [Side, ...Side[]]
  preset: Side
}

export type Choices = Partial<Record<RowKey | 'preferred', Side>>

/** The two contacts, of which the first is kept. */
export type Pair = { first: Contact; second: Contact }

/** The fields of two contacts, each with the choices there are. Nothing is lost by the presets but of two values where one must win. */
export function mergeRows({ first, second }: Pair, fields: readonly ContactField[]): MergeRow[] {
  const single = (key: RowKey, of: (contact: Contact) => string | null, field: ContactField | null = null) =>
    rowOf({ key, field, values: { first: of(first) || null, second: of(second) || null } })
  const list = (key: 'emails' | 'tags') =>
    rowOf({ key, field: null, values: { first: orNull(first[key]), second: orNull(second[key]) } })
  const name = { key: 'name', field: null, values: { first: first.name, second: second.name } } as const
  const rows = [
    // A number in place of a name gives way to a name.
    { ...rowOf(name), ...(isUnnamed(first) && !isUnnamed(second) && { preset: 'second' as const }) },
    single('company', ({ company }) => company),
    list('emails'),
    list('tags'),
    ...fields.map((field) => single(`fields.${field.id}`, (contact) => contact.fields[field.id] ?? null, field)),
    single('language', ({ language }) => language),
    single('timeZone', ({ timeZone }) => timeZone),
    single('remarks', ({ remarks }) => remarks),
  ]
  return rows.filter(({ values }) => values.first !== null || values.second !== null)
}

const orNull = (list: readonly string[]) => (list.length > 0 ? list : null)

function rowOf(row: Pick<MergeRow, 'key' | 'field' | 'values'>): MergeRow {
  const sides = sidesOf(row)
  return { ...row, sides, preset: sides[0] }
}

function sidesOf({ key, values: { first, second } }: Pick<MergeRow, 'key' | 'values'>): MergeRow['sides'] {
  if (second === null || isSameValue(first, second)) return ['first']
  if (first === null) return ['second']
  if (typeof first === 'string' || typeof second === 'string') {
    if (key !== 'remarks') return ['first', 'second']
    if (String(first).includes(String(second))) return ['first']
    return String(second).includes(String(first)) ? ['second'] : ['both', 'first', 'second']
  }
  const isIn = (part: readonly string[], whole: readonly string[]) => union(whole, part).length === whole.length
  if (isIn(second, first) && isIn(first, second)) return ['first']
  return ['both', 'first', 'second']
}

/** Upper and lower case are the same, in the spelling of the first list. */
function union(first: readonly string[], second: readonly string[]): string[] {
  const known = new Set(first.map((item) => item.toLowerCase()))
  return [...first, ...second.filter((item) => !known.has(item.toLowerCase()))]
}

/** Falls back to the preset if a choice no longer exists because someone changed the contact. */
export function sideOf({ key, sides, preset }: MergeRow, choices: Choices): Side {
  const chosen = choices[key]
  return chosen && sides.includes(chosen) ? chosen : preset
}

export function valueOf({ values: { first, second } }: MergeRow, side: Side): string | readonly string[] {
  if (side !== 'both') return (side === 'first' ? first : second) ?? ''
  if (typeof first === 'object' && typeof second === 'object') return union(first ?? [], second ?? [])
  return `${String(first)}\n\n${String(second)}`
}

/** The phones of the merged contact, starting with those of the first. */
export const phonesOf = ({ first, second }: Pair): ContactPhone[] => [...first.phones, ...second.phones]

/** The phones to text first, if both contacts have one: one of them must win. */
export function preferredPhones({ first, second }: Pair): { first: ContactPhone; second: ContactPhone } | null {
  const of = ({ phones }: Contact) => phones.find(({ preferred }) => preferred)
  const [one, other] = [of(first), of(second)]
  return one && other ? { first: one, second: other } : null
}

/** The limits that the merged contact would exceed, by field. */
export function excesses(pair: Pair, rows: readonly MergeRow[], choices: Choices) {
  const wrong: Partial<Record<RowKey | 'phones', string>> = {}
  const limits = {
    emails: [CONTACT_BOUNDS.emails, BOUND_TEXTS.tooMany('email addresses', CONTACT_BOUNDS.emails)],
    tags: [CONTACT_BOUNDS.tags, BOUND_TEXTS.tooMany('tags', CONTACT_BOUNDS.tags)],
    remarks: [CONTACT_BOUNDS.remarksLength, BOUND_TEXTS.tooLong('Remarks', CONTACT_BOUNDS.remarksLength)],
  } as const
  for (const row of rows) {
    if (row.key !== 'emails' && row.key !== 'tags' && row.key !== 'remarks') continue
    const [max, text] = limits[row.key]
    if (valueOf(row, sideOf(row, choices)).length > max) wrong[row.key] = text
  }
  if (phonesOf(pair).length > CONTACT_BOUNDS.phones)
    wrong.phones = BOUND_TEXTS.tooMany('phone numbers', CONTACT_BOUNDS.phones)
  return wrong
}

/** The request: what changes on the contact that is kept, and what the person saw of both. */
export function mergeBody(pair: Pair, rows: readonly MergeRow[], choices: Choices): CallBody<'contacts.merge'> {
  const changed = rows.flatMap((row) => {
    const value = valueOf(row, sideOf(row, choices))
    return isSameValue(value, row.values.first) ? [] : [{ ...row, value }]
  })
  const own = changed.flatMap(({ field, value }) => (field ? [[field.id, value]] : []))
  const fixed = changed.flatMap(({ key, field, value }) => (field ? [] : [[key, value]]))
  const preferred = preferredPhones(pair)
  return {
    mergedId: pair.second.id,
    ...(Object.fromEntries(fixed) as Pick<CallBody<'contacts.merge'>, Fixed>),
    ...(own.length > 0 && { fields: Object.fromEntries(own) as Record<ContactFieldId, string> }),
    ...(preferred && { preferredId: preferred[choices.preferred === 'second' ? 'second' : 'first'].id }),
    seen: seenOf(pair.first),
    mergedSeen: seenOf(pair.second),
  }
}

function seenOf({ name, company, emails, remarks, tags, timeZone, language, fields }: Contact) {
  return { name, company, emails, remarks, tags, timeZone, language, fields }
}

/** Distinguishes two contacts of the same name by a number, or else an email address or a company. */
export function pairNames({ first, second }: Pair, format: (number: string) => string) {
  const isSame = first.name.toLowerCase() === second.name.toLowerCase()
  const nameOf = ({ name, phones: [phone], emails: [email], company }: Contact) => {
    const more = phone ? format(phone.number) : (email ?? company)
    return isSame && more ? { name, more } : { name, more: null }
  }
  return { first: nameOf(first), second: nameOf(second) }
}
