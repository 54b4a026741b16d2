import { expect, test } from 'vitest'
import { dayAfter, daysFrom, instantOf } from './local-days.ts'

test('days are counted across months and leap years', () => {
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29')
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
  expect(daysFrom('2026-12-30', '2027-01-02')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
  expect(daysFrom('2026-12-30', '2026-12-29')).toEqual([])
})

test.each([
  ['UTC', '2026-11-30', '08:00', '2026-11-30T08:00Z'],
  ['America/New_York', '2026-11-30', '00:00', '2026-11-30T05:00Z'],
  ['Asia/Kathmandu', '2026-11-30', '00:00', '2026-11-29T18:15Z'],
  // The end of a day.
  ['America/New_York', '2026-11-30', '24:00', '2026-12-01T05:00Z'],
  // Twice: the first one. After it, and on the day before.
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30Z'],
  ['America/New_York', '2026-11-01', '02:00', '2026-11-01T07:00Z'],
  ['America/New_York', '2026-11-01', '00:00', '2026-11-01T04:00Z'],
  ['America/New_York', '2026-10-31', '23:00', '2026-11-01T03:00Z'],
  // Skipped: when the clock goes on.
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:00Z'],
  ['America/Havana', '2026-03-08', '00:00', '2026-03-08T05:00Z'],
  ['Pacific/Auckland', '2026-09-27', '03:00', '2026-09-26T14:00Z'],
])('in %s, %s %s is %s', (timeZone, day, time, expected) => {
  expect(new Date(instantOf(timeZone, day, time)).toISOString()).toBe(new Date(expected).toISOString())
})
