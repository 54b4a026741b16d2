import { searchWords } from '@partyline/contract'
import { EVERYONE, mentionRanges, stillMentioned } from './mentions.ts'
import type { Mentioned } from './mentions.ts'

/** Words after `@`, at the start or after whitespace. Two letters are enough to address someone. */
const ADDRESSED = /(?<=^|\s)@(\p{L}[\p{L}\p{M}'’-]+)/gu
const APOSTROPHE = /['’]/u

/** Whether a text may address someone with `@`. */
export const mayAddress = (text: string): boolean => text.includes('@') && text.search(ADDRESSED) >= 0

/** Whether a text has `@` and the start of a word of someone's name, such as `@om` or `@Omar’s`. */
export function addresses(text: string, people: readonly Mentioned[]): boolean {
  return addressedIn(text, people).length > 0
}

/** Where a text addresses one of these people, if only one can be meant: their name belongs there. */
export function addresseesIn(text: string, people: readonly Mentioned[]) {
  return addressedIn(text, people).flatMap(({ from, to, fitting: [person, other] }) => {
    if (!person || other) return []
    const isWhole = text.startsWith(person.name, from + 1)
    return [{ from, to: isWhole ? from + 1 + person.name.length : to, person }]
  })
}

/** A note with the full names of those whom it addresses in other words, and everyone whom it mentions. */
export function withAddressees(
  text: string,
  chosen: readonly Mentioned[],
  people: readonly Mentioned[],
): { text: string; mentioned: Mentioned[] } {
  const known = mentionRanges(text, [...chosen, EVERYONE])
  const addressees = addresseesIn(text, people).filter(({ from }) => !known.some((range) => range.from === from))
  const complete = addressees.reduceRight(
    (words, { from, to, person }) => `${words.slice(0, from)}@${person.name}${words.slice(to)}`,
    text,
  )
  const all = [...chosen, EVERYONE, ...addressees.map(({ person }) => person)]
  const unique = [...new Map(all.map((one) => [one.id, one])).values()]
  return { text: complete, mentioned: stillMentioned(complete, unique) }
}

type Addressed = { from: number; to: number; fitting: Mentioned[] }

function addressedIn(text: string, people: readonly Mentioned[]): Addressed[] {
  if (!mayAddress(text)) return []
  const known = people.map((person) => ({ person, words: searchWords(person.name).map((word) => word.text) }))
  return Array.from(text.matchAll(ADDRESSED)).flatMap(({ index: from, 1: addressed = '' }) => {
    for (const one of [addressed, addressed.split(APOSTROPHE)[0] ?? '']) {
      const [first] = searchWords(one)
      if (first === undefined || first.text.length < 2) continue
      const fitting = known.filter(({ words }) => words.some((word) => word.startsWith(first.text)))
      if (fitting.length > 0) return [{ from, to: from + 1 + one.length, fitting: fitting.map(({ person }) => person) }]
    }
    return []
  })
}
