import type { Report } from '@partyline/contract'
import { expect, test } from 'vitest'
import { dayAfter } from '@partyline/contract'
import { columnsOf, linesOf } from './columns.ts'

/** From Wednesday, October 28, 2026. */
const daysOf = (count: number, textsIn: number | null = 2) =>
  Array.from({ length: count }, (_, at) => ({
    day: dayAfter('2026-10-28', at),
    textsIn,
    textsOut: 1,
  })) as Report['days']

test('each day is a column', () => {
  expect(columnsOf(daysOf(2), { byWeek: false })).toEqual([
    { from: '2026-10-28', to: '2026-10-28', textsIn: 2, textsOut: 1 },
    { from: '2026-10-29', to: '2026-10-29', textsIn: 2, textsOut: 1 },
  ])
})

test('weeks begin on Monday, and the first and the last may be shorter', () => {
  expect(columnsOf(daysOf(13), { byWeek: true })).toEqual([
    { from: '2026-10-28', to: '2026-11-01', textsIn: 10, textsOut: 5 },
    { from: '2026-11-02', to: '2026-11-08', textsIn: 14, textsOut: 7 },
    { from: '2026-11-09', to: '2026-11-09', textsIn: 2, textsOut: 1 },
  ])
})

test('a person has no texts in, in weeks either', () => {
  expect(columnsOf(daysOf(7, null), { byWeek: true }).map(({ textsIn }) => textsIn)).toEqual([null, null])
})

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [80, [0, 20, 40, 60, 80]],
  [81, [0, 50, 100]],
  [20_001, [0, 10_000, 20_000, 30_000]],
])('a plot up to %s has lines at %j', (max, lines) => {
  expect(linesOf(max)).toEqual(lines)
})
