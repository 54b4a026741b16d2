import { expect, test } from 'vitest'
import { faultOf, NAMED_PERIODS, rangeOf, rangeText, readPeriod, writePeriod } from './period.ts'
import type { Period } from './period.ts'

test.each([
  ['today', '2026-11-29', '2026-11-29', '2026-11-29'],
  ['yesterday', '2026-12-01', '2026-11-30', '2026-11-30'],
  ['this-week', '2026-11-29', '2026-11-23', '2026-11-29'],
  ['this-week', '2026-11-30', '2026-11-30', '2026-11-30'],
  ['7-days', '2026-11-29', '2026-11-23', '2026-11-29'],
  ['30-days', '2026-11-29', '2026-10-31', '2026-11-29'],
  ['this-month', '2026-11-29', '2026-11-01', '2026-11-29'],
  ['this-month', '2026-11-01', '2026-11-01', '2026-11-01'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['12-months', '2026-11-29', '2025-11-30', '2026-11-29'],
  ['12-months', '2028-02-29', '2027-03-02', '2028-02-29'],
  ['12-months', '2028-12-31', '2028-01-01', '2028-12-31'],
] as const)('%s on %s are from %s to %s', (period, today, from, to) => {
  expect(rangeOf(period, today)).toEqual({ from, to })
})

test('every period fits into a report', () => {
  for (const period of NAMED_PERIODS)
    for (const today of ['2028-02-29', '2028-03-01', '2026-12-31', '2027-01-01'])
      expect(faultOf(rangeOf(period, today))).toBeNull()
})

const RANGE = { from: '2026-10-01', to: '2026-10-31' }

test.each<[Period, string]>([
  ['30-days', ''],
  ['12-months', '?period=12-months'],
  [RANGE, '?from=2026-10-01&to=2026-10-31'],
])('%o is in the address as “%s”', (period, query) => {
  expect(writePeriod(period)).toBe(query)
  expect(readPeriod(new URLSearchParams(query))).toEqual(period)
})

test.each([
  '?period=decade',
  '?from=2026-10-01',
  '?from=2026-10-31&to=2026-10-01',
  '?from=2026-02-30&to=2026-03-01',
  '?from=2025-10-01&to=2026-10-31',
])('an address with “%s” shows the last 30 days', (query) => {
  expect(readPeriod(new URLSearchParams(query))).toBe('30-days')
})

test.each([
  ['', '2026-10-31', 'from'],
  ['0026-10-01', '2026-10-31', 'from'],
  ['2026-10-01', '9999-12-31', 'to'],
  ['2026-10-01', '', 'to'],
  ['2026-10-31', '2026-10-01', 'order'],
  ['2025-10-01', '2026-10-01', null],
  ['2025-10-01', '2026-10-02', 'tooLong'],
])('from %s to %s: %s', (from, to, fault) => {
  expect(faultOf({ from, to })).toBe(fault)
})

test('a range names its year', () => {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
  expect(plain(rangeText(RANGE))).toBe('Oct 1 – 31, 2026')
  expect(plain(rangeText({ from: '2025-12-01', to: '2026-11-30' }))).toBe('Dec 1, 2025 – Nov 30, 2026')
  expect(plain(rangeText({ from: '2026-10-01', to: '2026-10-01' }))).toBe('Oct 1, 2026')
})
