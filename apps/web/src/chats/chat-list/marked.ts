/** A part of a text, its start, and whether it matches the search. */
type Piece = { from: number; text: string; isMatch: boolean }

/** The search matches the start of words. Each Chinese or Japanese character is a word. */
const CJK = String.raw`[\u3040-\u30ff\u3400-\u9fff]`
const WORD_START = String.raw`(?:(?<![\p{L}\p{N}])|(?<=${CJK})|(?=${CJK}))`

/** Maximum number of characters before the first match, so that the match is visible. */
const LEAD = 20

/** Splits a text at the term's words, regardless of case and accents, starting shortly before the first match. */
export function markMatches(text: string, term: string): Piece[] {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const plain = withoutAccents(line)
  const words = [...new Set(withoutAccents(term).match(/[\p{L}\p{N}]+/gu) ?? [])]
  // If removing accents changed the length, positions would be wrong.
  if (words.length === 0 || plain.length !== line.length) return [{ from: 0, text: line, isMatch: false }]
  const found = new RegExp(`${WORD_START}(?:${words.toSorted(longestFirst).join('|')})`, 'gu')
  const places = [...plain.matchAll(found)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }))
  const begin = beginOf(line, places[0]?.from ?? 0)
  const pieces: Piece[] = begin > 0 ? [{ from: -1, text: '…', isMatch: false }] : []
  let at = begin
  for (const { from, to } of places) {
    if (from > at) pieces.push({ from: at, text: line.slice(at, from), isMatch: false })
    pieces.push({ from, text: line.slice(from, to), isMatch: true })
    at = to
  }
  if (at < line.length) pieces.push({ from: at, text: line.slice(at), isMatch: false })
  return pieces
}

const longestFirst = (one: string, other: string) => other.length - one.length

/** The start of a word, at most LEAD characters before the match. */
function beginOf(line: string, match: number): number {
  if (match <= LEAD) return 0
  const space = line.indexOf(' ', match - LEAD)
  return space >= 0 && space < match ? space + 1 : match
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase()
}
