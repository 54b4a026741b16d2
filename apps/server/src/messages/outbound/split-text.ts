const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Breaks a text into parts of at most `room` characters, between words where that leaves no part half empty. */
export function splitText(text: string, room: number): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > room) {
    const at = breakOf(rest, room)
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return [...parts, rest]
}

/** Where the part ends: behind its last word, or else before the character that does not fit. */
function breakOf(text: string, room: number): number {
  const space = text.slice(0, room + 1).search(/\s\S*$/u)
  if (space > room / 2) return space
  const grapheme = GRAPHEMES.segment(text.slice(0, 2 * room)).containing(room)?.index ?? room
  if (grapheme > 0) return grapheme
  // One that is longer than a part is broken, but never inside of a code point.
  return text.slice(0, room).isWellFormed() ? room : room - 1
}
