import {
  BOUNDS,
  CONTACT_BOUNDS,
  CONTACT_IMPORT_COLUMNS,
  CONTACT_IMPORT_REASONS as REASONS,
  isNamedAfterNumber,
  phoneIdentity,
} from '@partyline/contract'
import type { ContactId, ImportDuplicates, ImportOutcome, NumberId } from '@partyline/contract'
import type { ImportedValues } from '../../../database/index.ts'
import { sortTags } from '../contact-values.ts'
import type { ContactValues } from '../contact-values.ts'
import { lineOf } from './read-row.ts'
import type { ReadRow } from './read-row.ts'

export type CardPhone = { id: NumberId; number: string; name: string; preferred: boolean }

/** A contact that rows can match: as it is, and then as the rows before have left it. */
export type PlannedCard = {
  contactId: ContactId
  values: ContactValues
  phones: CardPhone[]
  /** As it was. Null for one that the import adds. */
  before: { values: ContactValues; phones: readonly CardPhone[] } | null
}

/** A phone that is added: a new one, or a deleted one that comes back. */
export type AddedPhone = CardPhone & { contactId: ContactId; isDeleted: boolean }

export type PlannedRow = {
  row: number
  /** The row's own name, its contact's name, or a substitute such as its company. Empty if there is none. */
  name: string
  outcome: ImportOutcome
  /** The contact that it added or matches. Null if it is refused, or matches several. */
  card: PlannedCard | null
  /** The contact after this row. */
  after: ContactValues | null
  afterPhones: readonly string[]
  /** The phones that could be read, without our own numbers. */
  readablePhones: readonly string[]
  /** The contact's phones that are in this row. */
  phones: readonly Pick<CardPhone, 'id' | 'number'>[]
  reasons: string[]
  changes: ImportedValues | null
}

/** Existing data that matches the phones, emails, and tags of the rows. */
export type Known = {
  cards: readonly PlannedCard[]
  /** Deleted phones by {@link phoneIdentity}, with the contact that each would return to. */
  deleted: ReadonlyMap<string, { id: NumberId; number: string; contactId: ContactId | null }>
  /** Numbers of the tenant's own lines. */
  own: ReadonlySet<string>
  /** The spelling of each tag, in lower case. */
  tags: ReadonlyMap<string, string>
  /** How many other tags the tenant can have. */
  freeTags: number
}

export type Plan = {
  rows: PlannedRow[]
  added: PlannedCard[]
  changed: PlannedCard[]
  phones: AddedPhone[]
  tags: string[]
}

type Options = { duplicates: ImportDuplicates; newId: () => string; ownNumber: string }

/** Decides about each row, in order: a row can match a contact that a row before adds. */
export function planRows(rows: readonly ReadRow[], known: Known, { duplicates, newId, ownNumber }: Options): Plan {
  const byPhone = new Map<string, PlannedCard>()
  const byEmail = new Map<string, Set<PlannedCard>>()
  const added: PlannedCard[] = []
  const changed = new Set<PlannedCard>()
  const phones: AddedPhone[] = []
  const tags = new Map(known.tags)
  const usedTags = new Set<string>()
  let freeTags = known.freeTags

  function index(card: PlannedCard) {
    for (const { number } of card.phones) byPhone.set(phoneIdentity(number), card)
    for (const email of card.values.emails) {
      const key = email.toLowerCase()
      byEmail.set(key, (byEmail.get(key) ?? new Set()).add(card))
    }
  }
  for (const card of known.cards) index(card)
  const byId = new Map(known.cards.map((card) => [card.contactId, card]))
  for (const [identity, { contactId }] of known.deleted) {
    const card = contactId === null ? undefined : byId.get(contactId)
    if (card) byPhone.set(identity, card)
  }

  function matchesOf(row: ReadRow): PlannedCard[] {
    const ofPhones = new Set(row.phones.flatMap((phone) => byPhone.get(phoneIdentity(phone)) ?? []))
    const ofEmails = new Set(row.emails.flatMap((email) => [...(byEmail.get(email.toLowerCase()) ?? [])]))
    const [one] = ofPhones
    // People of one household share an email: the phone tells them apart.
    if (ofPhones.size === 1 && one && ofEmails.has(one)) return [one]
    return [...new Set([...ofPhones, ...ofEmails])]
  }

  /** The tags in the tenant's spelling, without those for which it has no room. */
  function spellTags(row: ReadRow, reasons: string[]): string[] {
    return row.tags.flatMap((tag) => {
      const key = tag.toLowerCase()
      const spelling = tags.get(key)
      if (spelling === undefined && freeTags <= 0) {
        reasons.push(
          REASONS.leftOut(CONTACT_IMPORT_COLUMNS.tags, tag, REASONS.tooManyTags(CONTACT_BOUNDS.tagsOfTenant)),
        )
        return []
      }
      if (spelling === undefined) {
        tags.set(key, tag)
        freeTags -= 1
      }
      return [spelling ?? tag]
    })
  }

  function addPhones(card: PlannedCard, numbers: readonly string[], reasons: string[]): NumberId[] {
    const ids: NumberId[] = []
    for (const number of numbers) {
      const identity = phoneIdentity(number)
      if (card.phones.some((phone) => phoneIdentity(phone.number) === identity)) continue
      if (card.phones.length >= CONTACT_BOUNDS.phones) {
        const why = REASONS.tooMany(CONTACT_BOUNDS.phones)
        reasons.push(REASONS.leftOut(CONTACT_IMPORT_COLUMNS.phones, number, why))
        continue
      }
      const deleted = known.deleted.get(identity)
      const phone = {
        id: deleted?.id ?? (newId() as NumberId),
        number: deleted?.number ?? number,
        name: card.values.name,
        preferred: card.before === null && card.phones.length === 0 && numbers.length > 1,
      }
      card.phones.push(phone)
      phones.push({ ...phone, contactId: card.contactId, isDeleted: deleted !== undefined })
      ids.push(phone.id)
    }
    return ids
  }

  function add(row: ReadRow, reasons: string[]): PlannedCard {
    const { name, company, emails, remarks, timeZone, language, fields } = row
    const values = { name, company, emails, remarks, timeZone, language, fields, tags: spellTags(row, reasons) }
    const card: PlannedCard = {
      contactId: newId() as ContactId,
      values: { ...values, tags: sortTags(values.tags) },
      phones: [],
      before: null,
    }
    for (const tag of values.tags) usedTags.add(tag)
    addPhones(card, row.phones, reasons)
    index(card)
    added.push(card)
    return card
  }

  function change(card: PlannedCard, row: ReadRow, reasons: string[]): ImportedValues | null {
    const isOverwriting = duplicates === 'overwrite'
    const changes: ImportedValues = { values: {}, fields: {}, emails: [], tags: [], phones: [] }
    const before = card.values
    const after = { ...before, fields: { ...before.fields } }
    for (const field of ['name', 'company', 'remarks', 'timeZone', 'language'] as const) {
      const to = row[field]
      const mayChange =
        field === 'name' ? row.isNamed && (isOverwriting || isUnnamed(card)) : isOverwriting || !before[field]
      if (!to || !mayChange || to === before[field]) continue
      changes.values[field] = [before[field], to]
      Object.assign(after, { [field]: to })
    }
    for (const [id, to = ''] of Object.entries(row.fields) as [keyof ContactValues['fields'], string][]) {
      const from = before.fields[id] ?? ''
      if (to === from || (from !== '' && !isOverwriting)) continue
      changes.fields[id] = [from, to]
      after.fields[id] = to
    }
    for (const list of ['emails', 'tags'] as const) {
      const has = (item: string) => before[list].some((one) => one.toLowerCase() === item.toLowerCase())
      const max = CONTACT_BOUNDS[list]
      const missing = (list === 'tags' ? spellTags(row, reasons) : row.emails).filter((item) => !has(item))
      const room = Math.max(0, max - before[list].length)
      for (const item of missing.slice(room)) {
        reasons.push(REASONS.leftOut(CONTACT_IMPORT_COLUMNS[list], item, REASONS.tooMany(max)))
      }
      changes[list] = missing.slice(0, room)
      if (list === 'tags') for (const tag of changes.tags) usedTags.add(tag)
    }
    after.emails = [...before.emails, ...changes.emails]
    after.tags = changes.tags.length > 0 ? sortTags([...before.tags, ...changes.tags]) : before.tags
    card.values = after
    for (const phone of card.phones) if (phone.name === before.name) phone.name = after.name
    for (const phone of phones) {
      if (phone.contactId === card.contactId && phone.name === before.name) phone.name = after.name
    }
    changes.phones = addPhones(card, row.phones, reasons)
    const parts: object[] = Object.values(changes)
    if (parts.every((part) => Object.keys(part).length === 0)) return null
    index(card)
    if (card.before) changed.add(card)
    return changes
  }

  function planRow(
    written: ReadRow,
  ): Omit<PlannedRow, 'row' | 'name' | 'after' | 'afterPhones' | 'readablePhones' | 'phones'> {
    const reasons = [...written.reasons]
    const own = written.phones.filter((phone) => known.own.has(phone))
    for (const phone of own) reasons.push(REASONS.leftOut(CONTACT_IMPORT_COLUMNS.phones, phone, ownNumber))
    const row = { ...written, phones: written.phones.filter((phone) => !own.includes(phone)) }
    const hasNoWay = row.phones.length === 0 && row.emails.length === 0
    const fault = row.fault ?? (hasNoWay ? REASONS.noPhoneOrEmail : null)
    if (fault !== null) return { outcome: 'refused', card: null, reasons: [...reasons, fault], changes: null }
    const [match, ...others] = matchesOf(row)
    if (!match) return { outcome: 'added', card: add(row, reasons), reasons, changes: null }
    if (others.length > 0) {
      const names = [match, ...others].map(({ values }) => values.name)
      return { outcome: 'skipped', card: null, reasons: [...reasons, REASONS.matchesSeveral(names)], changes: null }
    }
    const { name } = match.values
    const isOfOther = row.isNamed && !isUnnamed(match) && !isSameName(row.name, name)
    if (duplicates === 'skip') {
      return { outcome: 'skipped', card: match, reasons: [...reasons, REASONS.matches(name)], changes: null }
    }
    const changes = change(match, row, reasons)
    if (!changes) {
      return { outcome: 'skipped', card: match, reasons: [...reasons, REASONS.upToDate(name)], changes: null }
    }
    if (isOfOther) reasons.push(REASONS.matches(name))
    return { outcome: duplicates === 'fill' ? 'filled' : 'overwritten', card: match, reasons, changes }
  }

  const planned = rows.map((row): PlannedRow => {
    const result = planRow(row)
    const inRow = new Set(row.phones.map(phoneIdentity))
    return {
      row: row.row,
      name: row.isNamed || !result.card ? shortened(row.name) : result.card.values.name,
      ...result,
      after: result.card && { ...result.card.values },
      readablePhones: row.phones.filter((phone) => !known.own.has(phone)),
      afterPhones: result.card?.phones.map(({ number }) => number) ?? [],
      phones: result.card?.phones.filter(({ number }) => inRow.has(phoneIdentity(number))) ?? [],
    }
  })
  return { rows: planned, added, changed: [...changed], phones, tags: [...usedTags] }
}

/** Whether no one has named it yet. */
function isUnnamed({ values, phones }: PlannedCard): boolean {
  return phones.some(({ number }) => isNamedAfterNumber(values.name, number))
}

/** A name that is too long is a fault of its row. */
const shortened = (name: string) => name.slice(0, BOUNDS.nameLength).toWellFormed()

function isSameName(one: string, other: string): boolean {
  return lineOf(one).toLowerCase() === lineOf(other).toLowerCase()
}
