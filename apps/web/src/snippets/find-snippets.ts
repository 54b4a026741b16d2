import { fold } from '@partyline/contract'
import type { Snippet, SnippetId } from '@partyline/contract'
import { hasWords } from '../core/matches.ts'

/**
 * The snippets whose name, shortcut, or text has every word of the term at the start of a word, regardless of case and
 * accents. One with exactly this shortcut comes first, and matches in names before those in texts. Otherwise the recently
 * used ones come first, the rest by name.
 */
export function findSnippets(snippets: readonly Snippet[], term: string, recent: readonly SnippetId[]): Snippet[] {
  const wanted = fold(term.trim())
  const ageOf = new Map(recent.map((id, age) => [id, age]))
  return snippets
    .flatMap((snippet) => {
      const { name, shortcut, text } = snippet
      const title = `${name}\n${shortcut ?? ''}`
      const isShortcut = shortcut !== null && fold(shortcut) === wanted
      const rank = [isShortcut, hasWords(title, term), hasWords(`${title}\n${text}`, term)].indexOf(true)
      return rank < 0 ? [] : [{ snippet, rank, age: ageOf.get(snippet.id) ?? Infinity }]
    })
    .toSorted((one, other) => one.rank - other.rank || (one.age === other.age ? 0 : one.age - other.age))
    .map(({ snippet }) => snippet)
}
