/** Written in several ways, or left out: `O’Brien`, `OBrien`. */
const APOSTROPHES = String.raw`'\x60´ʹʻ-ʿˈˊˋ՚׳‘’‛′‵᾽᾿´῾Ꞌꞌ＇｀`
/** Above and below letters. The vowels of scripts such as Thai and Devanagari are also marks, but no one leaves them out. */
const MARKS = [
  String.raw`\u0300-\u036F\u0483-\u0489\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F`,
  // Hebrew
  String.raw`\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7`,
  // Arabic, with the tatweel, which only stretches a word
  String.raw`\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u08CA-\u08E1`,
  String.raw`\u08E3-\u08FF\uFCF2-\uFCF4\uFE70-\uFE7F`,
].join('')
const INVISIBLE = [
  String.raw`\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164`,
  String.raw`\uFE00-\uFE0F\uFEFF\uFFA0\u{E0000}-\u{E0FFF}`,
].join('')
const DROPPED = new RegExp(`[${APOSTROPHES}${MARKS}${INVISIBLE}]`, 'gu')

/** Latin, Greek, Cyrillic, and Armenian. */
const CAPITALS = /[A-Z\u00C0-\u058F\u1E9E-\u1EFE]+/g

/** Characters that count as another letter, digit, or dash once they are in lower case. */
const SAME = new Map<string, string>([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ...pairs('øłđðħŧıȷς', 'olddhtijσ'),
  ...pairs('ٱىیےکةہھە', 'ايييكههههه'),
  ...pairs('٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'),
  ...pairs('‐‒–—―−⁃֊־᠆⸺⸻', '-'.repeat(12)),
])
const REPLACED = new RegExp(`[${[...SAME.keys()].join('')}]`, 'gu')

/**
 * A text for comparison and search, regardless of case, accents, and the ways in which people and keyboards write the same:
 * docs/product.md#search The SQL function `search_words` folds in the same way.
 */
export function fold(text: string): string {
  return text
    .replaceAll(DROPPED, '')
    .normalize('NFKD')
    .replaceAll(DROPPED, '')
    .replaceAll(CAPITALS, (letters) => letters.toLowerCase())
    .replaceAll(REPLACED, (letter) => SAME.get(letter) ?? letter)
}

function pairs(from: string, to: string): [string, string][] {
  return Array.from(from, (letter, index) => [letter, to[index] ?? ''])
}
