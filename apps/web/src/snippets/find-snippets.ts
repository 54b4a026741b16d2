import type { Snippet, SnippetId } from '@partyline/contract'
import { folded, startOfWord } from '../core/matches.ts'

/**
 * The snippets whose name, shortcut, or text has every word of the term at the start of a word, regardless of case and
 * accents. One with exactly this shortcut comes first, and matches in names before those in texts. Otherwise the recently
 * used ones come first, the rest by name.
 */
export function findSnippets(snippets: readonly Snippet[], term: string, recent: readonly SnippetId[]): Snippet[] {
  const wanted = folded(term.trim())
  const words = wanted.split(/\s+/).filter((word) => word !== '')
  const patterns = words.map((word) => startOfWord(word))
  const hasAll = (text: string) => patterns.every((pattern) => pattern.test(text))
  const ageOf = new Map(recent.map((id, age) => [id, age]))
  return snippets
    .flatMap((snippet) => {
      const title = folded(`${snippet.name}\n${snippet.shortcut ?? ''}`)
      const rank = [snippet.shortcut === wanted, hasAll(title), hasAll(`${title}\n${folded(snippet.text)}`)].indexOf(
        true,
      )
      return rank < 0 ? [] : [{ snippet, rank, age: ageOf.get(snippet.id) ?? Infinity }]
    })
    .toSorted((one, other) => one.rank - other.rank || (one.age === other.age ? 0 : one.age - other.age))
    .map(({ snippet }) => snippet)
}
