import { inWords } from '../../core/people.ts'

/** Characters that a text of more than 70 characters pays for, and how people know them. In this order. */
const KINDS: readonly [RegExp, string][] = [
  [/[“”„‟«»‘’‚‛]/, 'curly quotes'],
  [/[‐-―−]/, 'dashes'],
  [/…/, 'ellipses (…)'],
  [/\s/, 'special spaces'],
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}/u, 'emoji'],
  [/\p{L}/u, 'special letters'],
  [/./su, 'special characters'],
]

const PLAIN: readonly [RegExp, string][] = [
  [/[“”„‟«»]/g, '"'],
  [/[‘’‚‛]/g, "'"],
  [/[‐-―−]/g, '-'],
  [/…/g, '...'],
  // Spaces of other widths, which may not be seen as such.
  [/[^\S \t\r\n\f]/g, ' '],
]

/** Replaces typographic characters by those of the GSM alphabet, of which more fit into a text. */
export function plainText(text: string): string {
  return PLAIN.reduce((plain, [characters, instead]) => plain.replaceAll(characters, instead), text)
}

/** `curly quotes and emoji`: the kinds of characters, each once. */
export function kindsInWords(characters: readonly string[]): string {
  const kindOf = (character: string) => KINDS.find(([pattern]) => pattern.test(character))?.[1]
  const found = new Set(characters.map(kindOf))
  return inWords(KINDS.filter(([, kind]) => found.has(kind)).map(([, kind]) => kind))
}
