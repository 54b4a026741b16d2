import * as fc from 'fast-check'
import examples from 'libphonenumber-js/mobile/examples'
import { getCountries, getExampleNumber } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'
import { readNumber, readNumbers } from './index.ts'

const EXAMPLES = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? [])
const example = fc.constantFrom(...EXAMPLES)
/** A number, and the country in which it was written as `text`. */
const written = example.chain((number) => {
  const local = number.format('NATIONAL')
  // Shorter ones are read only with a country code.
  const spellings = [number.number, number.formatInternational(), number.format('RFC3966')]
  const texts = local.replaceAll(/\D/g, '').length < 7 ? spellings : [...spellings, local]
  return fc.constantFrom(...texts).map((text) => ({ number: number.number, country: number.country ?? '', text }))
})

const ZEROS = ['0', '٠', '۰', '०', '০', '๐', '０', '𝟎']
const inScript = (text: string, zero: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
const HYPHENS = ['-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\uFF0D', '\uFE63']
const SPACES = [' ', '\u00A0', '\u2007', '\u2009', '\u202F', '\u3000']
const INVISIBLE = [
  '',
  '\u200B',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u2068',
  '\u2069',
  '\u00AD',
  '\uFEFF',
  '\uFE0F',
  '\u2060',
  '\u061C',
]

const spelling = fc
  .record({
    one: written,
    zero: fc.constantFrom(...ZEROS),
    hyphen: fc.constantFrom(...HYPHENS),
    space: fc.constantFrom(...SPACES),
    invisible: fc.array(fc.constantFrom(...INVISIBLE), { minLength: 1, maxLength: 4 }),
  })
  .map(({ one, zero, hyphen, space, invisible }) => {
    const marked = inScript(one.text, zero).replaceAll('-', hyphen).replaceAll(' ', space)
    const text = Array.from(marked, (character, index) => character + (invisible[index % invisible.length] ?? '')).join(
      '',
    )
    return { ...one, text: one.text.startsWith('tel:') ? one.text : text }
  })

const DECORATIONS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => ` ${text}\t`,
  (text) => `Mobile: ${text}`,
  (text) => `Tel. ${text}`,
  (text) => `Pat Lane <${text}>`,
  (text) => `"Lane, Pat" <${text}>`,
  (text) => `"${text}"`,
  (text) => `“${text}”`,
  (text) => `'${text}`,
  (text) => `="${text}"`,
  (text) => `• ${text}`,
  (text) => `${text}.`,
  (text) => `${text} (mobile)`,
  (text) => `\u202A${text}\u202C`,
  (text) => `${text} ext. 5`,
  (text) => `${text} x12`,
  (text) => `${text},,5#`,
]
const decoration = fc.constantFrom(...DECORATIONS)

test('a valid number reads back from every spelling and decoration', () => {
  fc.assert(
    fc.property(spelling, decoration, ({ number, country, text }, decorate) => {
      expect(readNumber(decorate(text), country)?.number).toBe(number)
    }),
    { numRuns: 3000 },
  )
})

test('a list of valid numbers reads back with any separator', () => {
  const separator = fc.constantFrom(', ', ',', '; ', ';', '\n', '\r\n', '\t', ' | ', '|', ' or ', ' and ', '\n\n• ')
  fc.assert(
    fc.property(
      fc.array(example, { minLength: 1, maxLength: 5 }),
      separator,
      fc.constantFrom('US', 'DE', 'NO', ''),
      (numbers, between, country) => {
        const text = numbers.map((number) => number.formatInternational()).join(between)
        expect(readNumbers(text, country).map(({ number }) => number)).toEqual(numbers.map(({ number }) => number))
      },
    ),
    { numRuns: 500 },
  )
})

test('what is read is in the text, in whole, and no other digit is next to it', () => {
  const piece = fc.oneof(
    spelling.map(({ text }) => text),
    fc.constantFrom(
      ' ',
      ',',
      '/',
      '-',
      '+',
      '(',
      ')',
      '\n',
      ';',
      'x',
      'or',
      '00',
      '1',
      '0',
      'E+10',
      '.',
      '5',
      'Pat ',
      'Order ',
      '@',
      '%2B',
    ),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom('US', 'DE', 'MX', 'NO', ''), (pieces, country) => {
      const text = pieces.join('')
      let from = 0
      for (const { number, source } of readNumbers(text, country)) {
        const startsAnew = /^[([ ]*(?:\+|%2B)/i.test(cleanText(source).text)
        const isWholeAt = (at: number) =>
          (startsAnew || !/[0-9]$/.test(cleanText(text.slice(from, at)).text)) &&
          !/^[0-9]/.test(cleanText(text.slice(at + source.length)).text)
        let at = text.indexOf(source, from)
        // The same digits may be elsewhere in the text, as a part of more.
        if (number !== null) while (at >= 0 && !isWholeAt(at)) at = text.indexOf(source, at + 1)
        expect(at).toBeGreaterThanOrEqual(0)
        from = at + source.length
        if (number === null) continue
        const digits = cleanText(source).text.replaceAll(/\D/g, '')
        expect(digits.length).toBeGreaterThanOrEqual(4)
        // The end of the number is what was written. Its beginning may be a country code, a mobile prefix, or a dropped zero.
        const end = digits.slice(-Math.min(6, digits.length - 1)).replace(/^0+/, '')
        expect(number.endsWith(end)).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})
