/** A part of a text. */
export type Range = { from: number; to: number }

/** Searches match the start of words. Each Chinese or Japanese character is a word. */
const CJK = String.raw`[\u3040-\u30ff\u3400-\u9fff]`
const WORD_START = String.raw`(?:(?<![\p{L}\p{N}])|(?<=${CJK})|(?=${CJK}))`

/** Where a text has words of a search term, regardless of case and accents. */
export function matchesIn(text: string, term: string): Range[] {
  const plain = foldedInPlace(text)
  const words = [...new Set(foldedInPlace(term).match(/[\p{L}\p{N}]+/gu) ?? [])]
  // If removing accents changed the length, positions would be wrong.
  if (words.length === 0 || plain.length !== text.length) return []
  const found = new RegExp(startOfWord(...words.toSorted(longestFirst)), 'gu')
  return [...plain.matchAll(found)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }))
}

const longestFirst = (one: string, other: string) => other.length - one.length

/** Matches any of the folded words, or their beginnings, at the start of a word. */
export function startOfWord(...beginnings: string[]): RegExp {
  return new RegExp(`${WORD_START}(?:${beginnings.map(escaped).join('|')})`, 'u')
}

/** A text for comparison, regardless of case, accents, and variants of letters. */
export function folded(text: string): string {
  return withoutAccents(text.normalize('NFKD'))
}

/** Keeps variants such as ½ and …, which would change the length of the text. */
function foldedInPlace(text: string): string {
  return withoutAccents(text.normalize('NFD')).normalize('NFC')
}

function withoutAccents(decomposed: string): string {
  return decomposed.replaceAll(/\p{M}/gu, '').toLowerCase()
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
