/** A piece of a text, where it begins there, and whether it is what was searched for. */
type Piece = { from: number; text: string; isMatch: boolean }

/** The search finds beginnings of words. Each Chinese or Japanese character is a word. */
const CJK = String.raw`[\u3040-\u30ff\u3400-\u9fff]`
const WORD_START = String.raw`(?:(?<![\p{L}\p{N}])|(?<=${CJK})|(?=${CJK}))`

/** How much of the text stands before the first match, in characters, so that the match is in sight. */
const LEAD = 20

/**
 * Cuts a found text into pieces, so that the term's words can be marked in it, without regard to case and accents.
 * Begins shortly before the first match.
 */
export function markMatches(text: string, term: string): Piece[] {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const plain = withoutAccents(line)
  const words = [...new Set(withoutAccents(term).match(/[\p{L}\p{N}]+/gu) ?? [])]
  // Accents that are letters of their own would shift the places of what follows.
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

/** At a word's beginning, at most LEAD characters before the match. */
function beginOf(line: string, match: number): number {
  if (match <= LEAD) return 0
  const space = line.indexOf(' ', match - LEAD)
  return space >= 0 && space < match ? space + 1 : match
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase()
}
