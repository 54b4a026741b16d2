/** A text with one spelling of each digit, space, and mark, and where each of its characters was in the original. */
export type CleanText = { text: string; offsets: readonly number[]; original: string }

/** Characters that are not seen: direction marks, isolates, zero widths, soft hyphens, variation selectors, fillers. */
const INVISIBLE = /^(?:\p{Cf}|\p{Variation_Selector}|[\u115F\u1160\u3164\uFFA0]|\u034F|\u17B4|\u17B5|\u20E3)$/u
const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/
const BULLET =
  /[\u2022\u2023\u2043\u204C\u204D\u2219\u25A0-\u25FF\u2605\u2606\u2610-\u2612\u2713-\u2718\u27A1-\u27BE\u30FB]/
const SAME = new Map(
  Object.entries({
    '‐-‒–—―−˗⁃ー─━': '-',
    '➕': '+',
    '⁄∕': '/',
    '·': '.',
    '∼〜': '~',
    '“”„‟«»″': '"',
    '‘’‚‛`´′‹›': "'",
    '，、،､': ',',
    '；؛': ';',
    '：': ':',
    '｜│┃¦': '|',
    '⟨〈＜《【「『': '<',
    '⟩〉＞》】」』': '>',
  }).flatMap(([marks, plain]) => Array.from(marks, (mark) => [mark, plain] as const)),
)

/** A decimal digit of any script as 0 to 9. Each script has its ten digits in a row, from zero. */
function digitValue(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let before = 0
  while (before < 60 && /\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}

function cleanCharacter(character: string): string {
  if (character >= ' ' && character <= '~') return character
  if (character === '\t') return '\t'
  if (LINE_BREAK.test(character)) return '\n'
  if (/\p{Nd}/u.test(character)) return digitValue(character)
  const same = SAME.get(character)
  if (same !== undefined) return same
  if (/\p{Pd}/u.test(character)) return '-'
  if (INVISIBLE.test(character) || /[\p{Cc}\p{Co}]/u.test(character)) return ''
  if (/\p{Z}/u.test(character) || character === '\u2800') return ' '
  if (BULLET.test(character)) return '•'
  // Superscripts and circled numbers are marks of the text, not digits of a number.
  if (/\p{No}/u.test(character)) return ' '
  const folded = character.normalize('NFKC')
  return folded.length === 1 && folded >= ' ' && folded <= '~' ? folded : character
}

/** Drops invisible characters, and folds digits, spaces, hyphens, and other marks of all scripts to ASCII. */
export function cleanText(original: string): CleanText {
  let text = ''
  const offsets: number[] = []
  let at = 0
  for (const character of original) {
    const clean = cleanCharacter(character)
    for (let unit = 0; unit < clean.length; unit++) offsets.push(at)
    text += clean
    at += character.length
  }
  offsets.push(original.length)
  return { text, offsets, original }
}

/** The part of the original that a part of the clean text was made from. */
export function originalPart({ original, offsets }: CleanText, from: number, to: number): string {
  const start = offsets[from] ?? 0
  const last = offsets[to - 1] ?? 0
  const end = last + (String.fromCodePoint(original.codePointAt(last) ?? 0).length || 1)
  return to <= from ? '' : original.slice(start, end)
}
