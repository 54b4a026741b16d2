/** A part of a text. */
export type Range = { from: number; to: number }

/** The search matches the start of words. Each Chinese or Japanese character is a word. */
const CJK = String.raw`[\u3040-\u30ff\u3400-\u9fff]`
const WORD_START = String.raw`(?:(?<![\p{L}\p{N}])|(?<=${CJK})|(?=${CJK}))`

/** Where a text has words of a search term, regardless of case and accents. */
export function matchesIn(text: string, term: string): Range[] {
  const plain = withoutAccents(text)
  const words = [...new Set(withoutAccents(term).match(/[\p{L}\p{N}]+/gu) ?? [])]
  // If removing accents changed the length, positions would be wrong.
  if (words.length === 0 || plain.length !== text.length) return []
  const found = new RegExp(`${WORD_START}(?:${words.toSorted(longestFirst).join('|')})`, 'gu')
  return [...plain.matchAll(found)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }))
}

const longestFirst = (one: string, other: string) => other.length - one.length

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase()
}
