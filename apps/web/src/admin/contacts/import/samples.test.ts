import { readNumber } from '@partyline/contract/phone-numbers'
import * as fc from 'fast-check'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import { readFiles, sample, SAMPLES, summaryOf } from './import-tests.ts'
import type { ReadFile } from './read-contacts.ts'
import { UnreadableFile } from '../../../core/contact-files/read-table.ts'

const { rounded, incomplete, missingNumber, remark } = CONTACT_IMPORT_TEXTS

test.each<[string, string[]]>([
  ['equals-headerless.csv', ['One: 2025550501', 'Two: 2025550502']],
  ['equals-only.csv', ['One: 2025550253', 'Two: 2025550254']],
  [
    'excel-text-marks.csv',
    [
      'Equals: 2025550241',
      'Equals quoted: +12025550242',
      'Apostrophe: 2025550243',
      'Apostrophe zero: (202) 555-0244',
      'Both quotes: +12025550245',
      'Float: +12025550246',
      `Science: ${rounded}`,
      'Science exact: +12025550248',
      `Science comma: ${rounded}`,
      'Slash: +12025550250',
      'Two: +12025550251 | of main +12025550251, main +12025550252',
    ],
  ],
  ['google-fax-first.csv', ['Nora Quist: 2025550510']],
  ['grouped-fax-label.vcf', ['Fax Group: +12025550310']],
  ['home-work.csv', ['Pat: 2025550505', 'Kim: 2025550506', 'Rae: 2025550507 | of home 2025550507, work 2025550508']],
  [
    'invisible.csv',
    [
      'LRE PDF: +12025550201',
      'LRM first: +12025550202',
      'LRO PDF: +12025550203',
      'Isolate: +12025550204',
      'NBSP NBHYPHEN: +12025550205',
      'Word joiner: +12025550206',
      'ZWSP end: +12025550207',
      'VS14: +12025550208',
      'RLM end: +12025550209',
      'Arabic digits: +12025550210',
      'Full width: +12025550211',
      'Soft hyphen: +12025550212',
    ],
  ],
  ['invisible.vcf', ['Card LRO: +12025550213', 'Card LRM: +12025550214']],
  [
    'missing-end.vcf',
    [`First Unended: ${incomplete} | of main +12025550303`, 'Second Whole: +12025550304', 'Third Whole: +12025550305'],
  ],
  ['mixed-utf8-bad-byte.csv', ['Анна: +12025550278', `José: ${missingNumber}`, 'Café: +12025550279']],
  [
    'outlook-other-column.csv',
    [
      'Ines Moor: (202) 555-0231',
      'Karl Dahl: (202) 555-0232',
      'Lena Voss: (202) 555-0233',
      'Otto Rey: (202) 555-0234',
      'Harbor Plumbing: (202) 555-0236 | of mobile (202) 555-0236, work (202) 555-0235',
    ],
  ],
  [
    'pauses.vcf',
    [
      `Conf Pause: +12025550298 | ${remark(',,1234#')}`,
      `Plain Pause: +12025550300 | ${remark(',,1234#')}`,
      `Pat Wait: +12025550301 | ${remark(';1234')}`,
      `Pat Pee: +12025550302 | ${remark('p1234')}`,
    ],
  ],
  ['shiftjis.csv', ['山田花子: +12025550276']],
  ['utf16le-nobom.csv', ['Zoë Größ: +12025550273']],
  ['utf8-windows1251-vcf.vcf', ['Ольга Петрова: +12025550280']],
  ['windows-1251.csv', ['Анна Смирнова: +12025550271', 'Борис Орлов: +12025550272']],
])('reads %s', async (name, contacts) => {
  expect(await summaryOf(sample(name))).toEqual(contacts)
})

test('says whether an encoding is a guess', async () => {
  const isSure = async (name: string) => (await readFiles([sample(name)])).opened.isSure
  expect(await Promise.all(['invisible.csv', 'utf16le-nobom.csv', 'utf8-windows1251-vcf.vcf'].map(isSure))).toEqual([
    true,
    true,
    true,
  ])
  expect(await Promise.all(['windows-1251.csv', 'shiftjis.csv', 'mixed-utf8-bad-byte.csv'].map(isSure))).toEqual([
    false,
    false,
    false,
  ])
})

const FILES = readdirSync(SAMPLES).map(sample)
const file = fc.constantFrom(...FILES)
const place = fc.double({ min: 0, max: 1, noNaN: true })
type Edit = (bytes: Uint8Array) => Uint8Array
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const lines = (bytes: Uint8Array, change: (line: string, index: number) => string) =>
  Uint8Array.from(Buffer.from(Buffer.from(bytes).toString('latin1').split('\n').map(change).join('\n'), 'latin1'))

const edit: fc.Arbitrary<Edit> = fc.oneof(
  // Bytes are lost.
  fc.tuple(place, fc.nat(20)).map(([at, count]): Edit => (bytes) => {
    const from = Math.floor(at * bytes.length)
    return join(bytes.subarray(0, from), bytes.subarray(from + count + 1))
  }),
  place.map(
    (at): Edit =>
      (bytes) =>
        bytes.subarray(0, Math.floor(at * bytes.length)),
  ),
  // Bytes are added, or changed.
  fc.tuple(place, fc.uint8Array({ maxLength: 6 }), fc.nat(3)).map(([at, added, over]): Edit => (bytes) => {
    const from = Math.floor(at * bytes.length)
    return join(bytes.subarray(0, from), added, bytes.subarray(from + over))
  }),
  // Files of several kinds and encodings are joined.
  file.map(
    (other): Edit =>
      (bytes) =>
        join(bytes, other),
  ),
  fc.constantFrom('utf16le' as const, 'latin1' as const).map(
    (encoding): Edit =>
      (bytes) =>
        Uint8Array.from(Buffer.from(Buffer.from(bytes).toString(encoding === 'latin1' ? 'utf8' : 'latin1'), encoding)),
  ),
  // Columns are moved, lines are lost.
  fc.nat(3).map(
    (by): Edit =>
      (bytes) =>
        lines(bytes, (line) => {
          const cells = line.split(',')
          return [...cells.slice(by % cells.length), ...cells.slice(0, by % cells.length)].join(',')
        }),
  ),
  fc.nat(9).map(
    (which): Edit =>
      (bytes) =>
        lines(bytes, (line, index) => (index % 10 === which ? '' : line)),
  ),
  // Marks change.
  fc.constantFrom(',;', ';,', ',\t', ',|', '":', '"\'', '\r\n', ':;', '50', '=_').map(
    ([from = '', to = '']): Edit =>
      (bytes) =>
        lines(bytes, (line) => line.replaceAll(from, to)),
  ),
)

/** The cells and values of a file, with one spelling for digits, and without what is not seen. */
function valuesOf(read: ReadFile): string[] {
  const values =
    read.kind === 'table'
      ? read.table.rows.flat()
      : read.cards.flatMap(({ phones }) => phones.map(({ value }) => value))
  return values.map((value) =>
    value
      .replaceAll(/\p{Cf}|\p{Variation_Selector}/gu, '')
      .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
      .normalize('NFKC'),
  )
}

/** Whether a number is whole in a text: with or without its country code, and no part of a longer one. */
function isWholeIn(text: string, number: string): boolean {
  const digits = Array.from(number.slice(2)).join(String.raw`[^\d]{0,4}`)
  return new RegExp(String.raw`(?<!\d)(?:(?:00|011)?[^\d]{0,4}1[^\d]{0,4})?${digits}(?!\d)`).test(text)
}

/** Why the outcome for a file is wrong. Null if it is a preview of numbers in the file, or a sentence. */
async function problemWith(bytes: Uint8Array): Promise<string | null> {
  try {
    const { read, contacts } = await readFiles([bytes])
    const values = valuesOf(read)
    const numbers = contacts.flatMap(({ number, phones }) => [number, ...phones.map((phone) => phone.number)])
    const e164 = numbers
      .flatMap((number) => readNumber(number, 'US')?.number ?? [])
      .filter((found) => found.startsWith('+1'))
    const invented = e164.find((number) => !values.some((value) => isWholeIn(value, number)))
    return invented ? `${invented} is not in ${JSON.stringify(values)}` : null
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return /^[A-Z].*\.$/.test(error.message) ? null : error.message
  }
}

test('10,000 random edits of these files end in a preview or a sentence, and every number is whole in one cell', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.array(edit, { minLength: 1, maxLength: 4 }), async (bytes, edits) => {
      const edited = edits.reduce((before, change) => change(before), bytes)
      expect(await problemWith(edited)).toBeNull()
    }),
    { numRuns: 10_000 },
  )
}, 120_000)
