import { expect, test } from 'vitest'
import { noCounts } from './counts.ts'
import { hoursOf, periodBefore } from './present-report.ts'

const onDay = (day: string, hours: Record<number, number>) => ({
  dimension: 'all' as const,
  subject: '',
  day,
  counts: { ...noCounts(), hours },
})

test('a week begins on Monday, and has the texts of all its days of that name', () => {
  const hours = hoursOf([
    onDay('2026-11-23', { 9: 2 }),
    onDay('2026-11-29', { 23: 1 }),
    onDay('2026-11-30', { 9: 3, 10: 1 }),
  ])
  expect(hours.map((day) => day.length)).toEqual(Array.from({ length: 7 }, () => 24))
  expect(hours.map((day) => day.flatMap((count, hour) => (count > 0 ? [[hour, count]] : [])))).toEqual([
    [
      [9, 5],
      [10, 1],
    ],
    [],
    [],
    [],
    [],
    [],
    [[23, 1]],
  ])
})

test('a period is compared with as many days before it', () => {
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  expect(periodBefore({ from: '2026-11-01', to: '2026-11-30' })).toEqual({ from: '2026-10-02', to: '2026-10-31' })
})
