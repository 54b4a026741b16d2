import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBlank } from './blank.ts'
import { name } from './fields.ts'
import { VALIDATION } from './texts.ts'

const BLANK = [
  ['nothing', ''],
  ['a space', ' '],
  ['line breaks and a tab', '\r\n\t'],
  ['a no-break space', '\u00A0'],
  ['narrow, ideographic, and figure spaces', '\u202F\u3000\u2007'],
  ['line and paragraph separators', '\u2028\u2029'],
  ['control characters', '\u0001\u007F\u0085'],
  ['a soft hyphen', '\u00AD'],
  ['a combining grapheme joiner', '\u034F'],
  ['an Arabic letter mark', '\u061C'],
  ['Hangul fillers', '\u115F\u1160\u3164\uFFA0'],
  ['Khmer inherent vowels', '\u17B4\u17B5'],
  ['Mongolian separators', '\u180B\u180E'],
  ['zero widths', '\u200B\u200C\u200D\u2060\uFEFF'],
  ['direction marks and isolates', '\u200E\u200F\u202A\u202E\u2066\u2069'],
  ['invisible operators', '\u2061\u2062\u2063\u2064'],
  ['deprecated format characters', '\u206A\u206F'],
  ['an empty Braille pattern', '\u2800'],
  ['variation selectors', '\uFE0F\uFE0E\u{E0100}'],
  ['tags', '\u{E0001}\u{E0061}\u{E007F}'],
  ['annotation anchors', '\uFFF9\uFFFA\uFFFB'],
  ['the place of a picture', '\uFFFC'],
  ['musical format characters', '\u{1D159}\u{1D173}\u{1D17A}'],
  ['shorthand format controls', '\u{1BCA0}'],
  ['marks without a letter', '\u0301\u064B\u05B0\u20E3'],
  ['a byte order mark and a joiner between spaces', ' \uFEFF \u200D '],
] as const

const TEXTS = [
  ['a dot', '.'],
  ['a letter between spaces', ' a '],
  ['a family', '👨‍👩‍👧'],
  ['a heart with its variation selector', '❤️'],
  ['a keycap', '1️⃣'],
  ['the flag of Scotland, which has tags', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['the flag of Chile', '🇨🇱'],
  ['a Persian word with a zero-width non-joiner', 'می‌خواهم'],
  ['a Hebrew word after a direction mark', '\u200Fשלום'],
  ['Hindi with a joiner', 'क्‍ष'],
  ['Thai with vowel signs', 'ที่'],
  ['a Braille pattern with dots', '⠃'],
  ['a Hangul letter', 'ㅋ'],
  ['a letter with a mark', 'e\u0301'],
  ['an Arabic sign that is a format character but visible', '\u06DD'],
  ['a replacement character', '\uFFFD'],
] as const

describe('isBlank', () => {
  it.each(BLANK)('is true of %s', (_, text) => {
    expect(isBlank(text)).toBe(true)
  })

  it.each(TEXTS)('is false of %s', (_, text) => {
    expect(isBlank(text)).toBe(false)
  })

  it('is false of any text with a letter, a digit, or an emoji', () => {
    const visible = constantFrom('a', 'ß', 'ก', '中', '7', '🙂')
    const noise = array(constantFrom(...BLANK.map(([, text]) => text)))
    assert(
      property(noise, visible, noise, (before, character, after) => {
        expect(isBlank(before.join(''))).toBe(true)
        expect(isBlank([...before, character, ...after].join(''))).toBe(false)
      }),
    )
  })
})

describe('a name', () => {
  it.each(BLANK)('is not %s', (_, text) => {
    expect(name.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([VALIDATION.name])
  })

  it.each(TEXTS)('can be %s', (_, text) => {
    expect(name.parse(text)).toBe(text.trim())
  })
})
