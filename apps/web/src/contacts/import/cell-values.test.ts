import { expect, test } from 'vitest'
import { dateOrderOf, hasDecimalComma, isoDate, languageCode, plainNumber, zoneName } from './cell-values.ts'

test.each([
  [['11/29/2026', '01/02/2026'], 'monthFirst'],
  [['29.11.2026', '01.02.2026'], 'dayFirst'],
  [['01/02/2026', '03/04/2026'], 'unclear'],
  [['2026-11-29'], 'monthFirst'],
  [['someday'], 'monthFirst'],
])('the order of %j is %s', (cells, order) => {
  expect(dateOrderOf(cells)).toBe(order)
})

test.each([
  ['11/29/2026', 'monthFirst', '2026-11-29'],
  ['29.11.2026', 'dayFirst', '2026-11-29'],
  ['1/2/90', 'monthFirst', '1990-01-02'],
  ['2026/11/29', 'dayFirst', '2026-11-29'],
  ['2026-11-29T10:00:00', 'monthFirst', '2026-11-29'],
  ['Nov 29, 2026', 'monthFirst', '2026-11-29'],
  ['29 November 2026', 'monthFirst', '2026-11-29'],
  ['31/02/2026', 'dayFirst', '31/02/2026'],
  ['soon', 'monthFirst', 'soon'],
  ['20261129', 'monthFirst', '20261129'],
] as const)('%s, %s, is %s', (cell, order, date) => {
  expect(isoDate(cell, order)).toBe(date)
})

test('numbers lose their separators by what the column has', () => {
  expect(hasDecimalComma(['1,5', '1.234,5'])).toBe(true)
  expect(hasDecimalComma(['1,234', '12'])).toBe(false)
  expect(plainNumber('$1,234.50', false)).toBe('1234.50')
  expect(plainNumber('1.234,5 €', true)).toBe('1234.5')
  expect(plainNumber('007', false)).toBe('7')
  expect(plainNumber('many', false)).toBe('many')
})

test('time zones and languages are known by their names', () => {
  expect(zoneName('Eastern Time')).toBe('America/New_York')
  expect(zoneName('Pacific Standard Time')).toBe('America/Los_Angeles')
  expect(zoneName('Europe/London')).toBe('Europe/London')
  expect(zoneName('Mars')).toBe('Mars')
  const languages = [
    { value: 'es', name: 'Spanish' },
    { value: 'de', name: 'German' },
  ]
  expect(languageCode('spanish', languages)).toBe('es')
  expect(languageCode('Deutsch', languages)).toBe('de')
  expect(languageCode('tlh', languages)).toBe('tlh')
})
