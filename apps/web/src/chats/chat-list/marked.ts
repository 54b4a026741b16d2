import { matchesIn } from '../../core/matches.ts'
import type { Range } from '../../core/matches.ts'

/** A part of a text, its start, and whether it matches the search. */
type Piece = { from: number; text: string; isMatch: boolean }

/** Maximum number of characters before the first match that is shown, so that the match is visible. */
const LEAD = 16
/** About as many characters as a row shows. */
const WINDOW = 32

/** Splits a text at the term's words, starting shortly before the part with most of them. */
export function markMatches(text: string, term: string): Piece[] {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const matches = matchesIn(line, term)
  const begin = beginOf(line, densest(matches)?.from ?? 0)
  const pieces: Piece[] = begin > 0 ? [{ from: -1, text: '…', isMatch: false }] : []
  let at = begin
  for (const { from, to } of matches) {
    if (from < begin) continue
    if (from > at) pieces.push({ from: at, text: line.slice(at, from), isMatch: false })
    pieces.push({ from, text: line.slice(from, to), isMatch: true })
    at = to
  }
  if (at < line.length) pieces.push({ from: at, text: line.slice(at), isMatch: false })
  return pieces
}

/** The match with which the most matched characters begin that a row shows; the first of several. */
function densest(matches: readonly Range[]): Range | undefined {
  const lengthFrom = (start: number) =>
    matches.reduce((sum, { from, to }) => (from >= start && to <= start + WINDOW ? sum + to - from : sum), 0)
  return matches.toSorted((one, other) => lengthFrom(other.from) - lengthFrom(one.from))[0]
}

/** The start of a word, at most LEAD characters before the match. */
function beginOf(line: string, match: number): number {
  if (match <= LEAD) return 0
  const space = line.indexOf(' ', match - LEAD)
  return space >= 0 && space < match ? space + 1 : match
}
