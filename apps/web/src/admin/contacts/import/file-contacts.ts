import type { RawContact } from '@partyline/contract'
import { readNumbers } from '@partyline/contract/phone-numbers'
import type { Card } from '../../../core/contact-files/read-vcards.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import { PHONE_ORDER, phoneKind } from '../../../core/contact-files/phone-kinds.ts'
import type { PhoneKind } from '../../../core/contact-files/phone-kinds.ts'
import { describeColumns } from '../../../core/contact-files/read-table.ts'
import type { Columns, Table } from '../../../core/contact-files/read-table.ts'

/** A phone of a contact: as it is in the file, or in E.164 if it is in a longer text. */
export type FilePhone = { number: string; kind: Exclude<PhoneKind, 'never'>; remark: string | null }

/** A contact of a file, with the number that will be imported. */
export type FileContact = RawContact & {
  /** The phones to choose from, the best first; empty if there is only one. */
  phones: readonly FilePhone[]
  remark: string | null
  /** Why it can't be imported. */
  fault: string | null
}

/** The phones that a person chose, by the contact's place in the file. */
export type ChosenPhones = ReadonlyMap<number, string>

/** Longer cells are neither names nor numbers; the server rejects them. */
const MAX_CHARACTERS = 1_000
/** One number with at most a few marks, which needs no closer look. Most cells are, and a file has many. */
const PLAIN = /^\+?\(?\d[\d ()-]*\d$|^\+?\d+(?:\.\d{3,})+$/
const MAX_PLAIN_CHARACTERS = 24
const NONE: readonly FilePhone[] = []

/** The contacts in the chosen columns. */
export function contactsInTable(table: Table, columns: Columns, country: string, chosen: ChosenPhones): FileContact[] {
  const { isFirstRowHeading, name: names, phones: phoneColumns } = columns
  const head = isFirstRowHeading ? (table.rows[0] ?? []) : []
  const rows = isFirstRowHeading ? table.rows.slice(1) : table.rows
  const roles = describeColumns(head)
  // Used if the name is blank.
  const substitutes = (['full', 'company', 'nickname', 'family', 'given'] as const).flatMap((part) =>
    roles.flatMap(({ parts }, column) => (parts.includes(part) && !names.includes(column) ? [column] : [])),
  )
  const never = roles.flatMap(({ kind }, column) =>
    kind === 'never' && !phoneColumns.includes(column) ? [column] : [],
  )
  const hasLabels = phoneColumns.some((column) => roles[column]?.labelColumn != null)
  const kinds = phoneColumns.map((column) => kindOf(roles[column]?.kind))
  return rows.map((cells, index) => {
    let written = ''
    for (const column of names) if (cells[column]) written = written ? `${written} ${cells[column]}` : cells[column]
    const name = bound(written || (cells[substitutes.find((column) => cells[column]) ?? -1] ?? ''))
    const plain = hasLabels ? null : plainPhones(cells, phoneColumns, kinds)
    if (plain) return pick(plain, name, chosen.get(index))
    const phones = phoneColumns.flatMap((column, place) => {
      const value = cells[column] ?? ''
      const label = cells[roles[column]?.labelColumn ?? -1]
      return value ? [{ value, kind: label ? phoneKind(label) : (kinds[place] ?? 'main') }] : []
    })
    const isNever = never.some((column) => cells[column])
    // "Pat Lane <+1…>" has both.
    const isNamed = name !== written || names.some((column) => !phoneColumns.includes(column))
    return bestOf({ name, isNamed, written: phones, isNever, isWhole: true, chosen: chosen.get(index) }, country)
  })
}

/** A person may choose a column whose heading says fax. */
function kindOf(kind: PhoneKind | null | undefined): FilePhone['kind'] {
  return kind == null || kind === 'never' ? 'main' : kind
}

/** The phones of a row that need no closer look; null if one does, or if there is none. */
function plainPhones(
  cells: readonly string[],
  columns: readonly number[],
  kinds: readonly FilePhone['kind'][],
): FilePhone[] | null {
  let phones: FilePhone[] | null = null
  for (let place = 0; place < columns.length; place += 1) {
    const number = cells[columns[place] ?? -1]
    if (!number) continue
    if (!isPlain(number)) return null
    if (!phones?.some((phone) => isSameNumber(phone.number, number))) {
      const phone = { number, kind: kinds[place] ?? 'main', remark: null }
      if (phones) phones.push(phone)
      else phones = [phone]
    }
  }
  return phones
}

function pick(phones: readonly FilePhone[], name: string, chosen: string | undefined): FileContact {
  const number = (chosen !== undefined && phones.find((phone) => phone.number === chosen)?.number) || phones[0]?.number
  return { name, number: number ?? '', phones: phones.length > 1 ? phones : NONE, remark: null, fault: null }
}

/** The contacts of cards. */
export function contactsInCards(cards: readonly Card[], country: string, chosen: ChosenPhones): FileContact[] {
  return cards.map(({ name, phones, isWhole }, index) => {
    const preferred = phones.toSorted((a, b) => Number(b.isPreferred) - Number(a.isPreferred))
    const written = preferred.map(({ value, label }) => ({ value, kind: phoneKind(label) }))
    return bestOf({ name, isNamed: name !== '', written, isNever: false, isWhole, chosen: chosen.get(index) }, country)
  })
}

type WrittenContact = {
  name: string
  /** Whether the name is not just the phone number. */
  isNamed: boolean
  written: readonly { value: string; kind: PhoneKind }[]
  /** Whether it has a fax number or the like, elsewhere. */
  isNever: boolean
  isWhole: boolean
  chosen: string | undefined
}

function bestOf({ name, isNamed, written, isNever, isWhole, chosen }: WrittenContact, country: string): FileContact {
  const found = written.flatMap(({ value, kind }) => readCell(value, kind, country))
  const phones = usablePhones(found)
  const [best] = phones
  const rounded = found.find(({ fault, kind }) => fault === 'rounded' && kind !== 'never')
  const texts = CONTACT_IMPORT_TEXTS
  const contact = {
    name: bound((!isNamed && found.find((phone) => phone.name)?.name) || name),
    remark: null,
    phones: NONE,
  }
  if (!best) {
    const isLabeled = found.some(({ kind }) => kind === 'never')
    const unread = isLabeled ? undefined : byOrder(written).find(({ kind }) => kind !== 'never')?.value
    if (rounded) return { ...contact, number: bound(rounded.source), fault: texts.rounded }
    if (unread) return { ...contact, number: bound(unread), fault: isWhole ? null : texts.incomplete }
    if (!isWhole) return { ...contact, number: '', fault: texts.incomplete }
    return { ...contact, number: '', fault: isNever || written.length > 0 ? texts.onlyFax : texts.missingNumber }
  }
  const picked = phones.find(({ number }) => number === chosen)
  const { number, remark } = picked ?? best
  const remarks = [remark && texts.remark(remark), rounded && texts.alsoRounded(rounded.source)].filter(Boolean)
  return {
    ...contact,
    number,
    phones: phones.length > 1 || !isWhole ? phones : NONE,
    remark: remarks.join(' ') || null,
    fault: isWhole || picked ? null : texts.incomplete,
  }
}

type FoundPhone = { number: string | null; kind: PhoneKind; remark: string | null } & {
  source: string
  name: string | null
  fault: 'rounded' | null
}

function readCell(value: string, kind: PhoneKind, country: string): FoundPhone[] {
  if (isPlain(value)) return [{ number: value, kind, remark: null, source: value, name: null, fault: null }]
  const entries = readNumbers(value.slice(0, MAX_CHARACTERS), country)
  // "Fax (work): 202-555-0142"
  const isFax = entries.length === 1 && phoneKind(value.replaceAll(/\p{Nd}/gu, '')) === 'never'
  return entries.map(({ label, ...entry }) => ({
    ...entry,
    kind: isFax || kind === 'never' ? 'never' : label === null || label === 'phone' ? kind : labelKind(label),
  }))
}

function labelKind(label: 'mobile' | 'home' | 'work' | 'fax' | 'pager'): PhoneKind {
  return label === 'fax' || label === 'pager' ? 'never' : label
}

function isPlain(cell: string): boolean {
  if (cell.length > MAX_PLAIN_CHARACTERS || !PLAIN.test(cell)) return false
  let digits = 0
  for (let at = 0; at < cell.length; at += 1) if (cell.charCodeAt(at) >= 0x30) digits += 1
  return digits >= 7 && digits <= (cell.startsWith('+') ? 15 : 11)
}

/** The best first, each once. */
function usablePhones(found: readonly FoundPhone[]): FilePhone[] {
  const phones: FilePhone[] = []
  for (const { number, kind, remark } of byOrder(found)) {
    if (number === null || kind === 'never' || phones.some((phone) => isSameNumber(phone.number, number))) continue
    phones.push({ number, kind, remark })
  }
  return phones
}

function isSameNumber(one: string, other: string): boolean {
  return one.at(-1) === other.at(-1) && one.replaceAll(/\D/g, '') === other.replaceAll(/\D/g, '')
}

function byOrder<Phone extends { kind: PhoneKind }>(phones: readonly Phone[]): Phone[] {
  return phones.toSorted((a, b) => PHONE_ORDER.indexOf(a.kind) - PHONE_ORDER.indexOf(b.kind))
}

function bound(text: string): string {
  return text.slice(0, MAX_CHARACTERS)
}
