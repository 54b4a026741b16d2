import type { Contact, ContactChange, ContactField, ContactValueChange } from '@partyline/contract'
import { isNamedAfterNumber, dayAfter } from '@partyline/contract'
import type { Times } from '../platform/times.ts'
import { FIELD_NAMES, HISTORY_TEXTS } from './card/card-texts.ts'

/** Whether a contact has only its number for a name: a text from an unknown number added it. */
export function isUnnamed({ name, phones }: Pick<Contact, 'name' | 'phones'>): boolean {
  return phones.some(({ number }) => isNamedAfterNumber(name, number))
}

/** A day in a list: `Today`, `Yesterday`, `Nov 20`, `11/20/2025`. */
export function dayInWords(times: Pick<Times, 'day' | 'date' | 'dayOf' | 'now'>, instant: string): string {
  const isRecent = dayAfter(times.dayOf(instant), 1) >= times.dayOf(times.now())
  return (isRecent ? times.day : times.date)(instant)
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })

/** `Spanish` of `es`. */
export function languageName(language: string): string {
  try {
    return languages.of(language) ?? language
  } catch {
    return language
  }
}

/** `New York` of `America/New_York`, with its region: several cities have the same name. */
export const zoneName = (zone: string) => zone.replaceAll('_', ' ')

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** The value of one of the tenant's own fields, as people write it. */
export function fieldValue({ kind }: Pick<ContactField, 'kind'>, value: string): string {
  const at = kind === 'date' ? Date.parse(value) : NaN
  return Number.isNaN(at) ? value : date.format(at)
}

/** A sentence for each thing that happened in a change. */
export function changeSentences(
  {
    by,
    kind,
    merged,
    changes,
    import: imported,
  }: Pick<ContactChange, 'by' | 'kind' | 'merged' | 'changes'> & Partial<Pick<ContactChange, 'import'>>,
  format: (number: string) => string,
): string[] {
  if (kind === 'added' && imported) return [HISTORY_TEXTS.imported(by ?? HISTORY_TEXTS.someone, imported.fileName)]
  if (kind === 'added') return [by === null ? HISTORY_TEXTS.addedWithPhone : HISTORY_TEXTS.added(by)]
  const author = by ?? HISTORY_TEXTS.someone
  const values = changes.map((change) => valueSentence(author, change, format))
  if (imported) {
    const sentence = imported.isUndo ? HISTORY_TEXTS.importUndone : HISTORY_TEXTS.changedByImport
    return [sentence(author, imported.fileName), ...values]
  }
  return kind === 'merged' ? [HISTORY_TEXTS.merged(author, merged ?? ''), ...values] : values
}

function valueSentence(author: string, { of, ...change }: ContactValueChange, format: (number: string) => string) {
  const sentence = changeSentence(author, change, format)
  return of === undefined ? sentence : HISTORY_TEXTS.on(of, sentence)
}

function changeSentence(
  author: string,
  { field, fieldName, from, to }: Omit<ContactValueChange, 'of'>,
  format: (number: string) => string,
): string {
  const name = fieldName ?? FIELD_NAMES[field]
  const value = (text: string) => {
    if (field === 'phones') return text.replaceAll(/\+\d{5,}/g, format)
    if (field === 'language') return languageName(text)
    return field === 'timeZone' ? zoneName(text) : text
  }
  if (from === '') return HISTORY_TEXTS.set(author, name, value(to))
  if (to === '') return HISTORY_TEXTS.removed(author, name, value(from))
  return HISTORY_TEXTS.changed(author, name, value(from), value(to))
}

/** A list after two people changed it: one person's additions and removals applied to the other's saved list. */
export function mergedList<Item>(
  before: readonly Item[],
  { edited, saved }: { edited: readonly Item[]; saved: readonly Item[] },
  keyOf: (item: Item) => string,
): Item[] {
  const keys = (items: readonly Item[]) => new Map(items.map((item) => [keyOf(item), item]))
  const [was, mine, theirs] = [keys(before), keys(edited), keys(saved)]
  const isSame = (one: Item | undefined, other: Item | undefined) => JSON.stringify(one) === JSON.stringify(other)
  const kept = [...theirs].flatMap(([key, item]) => {
    const own = mine.get(key)
    if (own === undefined) return was.has(key) ? [] : [item]
    return [isSame(own, was.get(key)) ? item : own]
  })
  return [...kept, ...[...mine].flatMap(([key, item]) => (theirs.has(key) || was.has(key) ? [] : [item]))]
}
