import { isBlank, searchWords, searchWordsInPlace } from '@partyline/contract'
import type { SearchWord } from '@partyline/contract'

/** A part of a text. */
export type Range = { from: number; to: number }

/** Where a text has words that begin like those of a search term. Without spaces between words, they begin anywhere. */
export function matchesIn(text: string, term: string): Range[] {
  const { words, starts, ends } = searchWordsInPlace(text)
  const wanted = wordsOf(term)
  const ranges: Range[] = []
  for (const word of words) {
    for (const { place, length } of matchesInWord(word, wanted)) {
      const [from = 0, to = 0] = [starts[place], ends[place + length - 1]]
      // Several words can come from one character, such as ½.
      if (from >= (ranges.at(-1)?.to ?? 0)) ranges.push({ from, to })
    }
  }
  return ranges
}

/** Whether a text has all words of a search term. */
export function hasWords(text: string, term: string): boolean {
  const words = searchWords(text)
  const wanted = wordsOf(term)
  const isIn = (one: SearchWord) => words.some((word) => matchesInWord(word, [one]).length > 0)
  return wanted.length > 0 ? wanted.every(isIn) : isBlank(term)
}

const wordsOf = (term: string) => searchWords(term).toSorted((one, other) => other.text.length - one.text.length)

function matchesInWord({ text, isRun, place }: SearchWord, wanted: readonly SearchWord[]) {
  const found: { place: number; length: number }[] = []
  for (let at = 0; at < (isRun ? text.length : 1); at += 1) {
    const match = wanted.find((one) => one.isRun === isRun && text.startsWith(one.text, at))
    if (match === undefined) continue
    found.push({ place: place + at, length: match.text.length })
    at += match.text.length - 1
  }
  return found
}
