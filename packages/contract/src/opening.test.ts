import { assert, constant, constantFrom, integer, property, record, tuple, uniqueArray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openingHours } from './opening-hours.ts'
import type { OpeningHours, OpenTimes, Week } from './opening-hours.ts'
import { createOpenTime, hoursOfLine, openingAt, weekInWords } from './opening.ts'
import { isTimeZone } from './wall-clock.ts'
import { WEEKDAYS } from './weekdays.ts'

const NEW_YORK = 'America/New_York'
const week = (parts: Partial<Week>): Week =>
  ({ ...Object.fromEntries(WEEKDAYS.map((day) => [day, []])), ...parts }) as Week
const times = (from: string, to: string): OpenTimes => [{ from, to }]
const everyDay = (open: OpenTimes) => week(Object.fromEntries(WEEKDAYS.map((day) => [day, open])))
const workdays = { ...everyDay(times('08:00', '17:00')), saturday: [], sunday: [] }
const OFFICE: OpeningHours = { timeZone: NEW_YORK, week: workdays, holidays: [] }
const closedUntil = (opensAt: string | null, holiday: string | null = null) => ({
  isOpen: false,
  opensAt: opensAt === null ? null : new Date(opensAt),
  holiday,
})
const OPEN = { isOpen: true, opensAt: null, holiday: null }

test('hours are those of their time zone, from the first minute up to the last', () => {
  const at = (time: string) => openingAt(OFFICE, new Date(time))
  // Wednesday, 5 hours behind UTC.
  expect(at('2026-11-25T12:59:59Z')).toEqual(closedUntil('2026-11-25T13:00:00Z'))
  expect(at('2026-11-25T13:00:00Z')).toEqual(OPEN)
  expect(at('2026-11-25T21:59:59Z')).toEqual(OPEN)
  expect(at('2026-11-25T22:00:00Z')).toEqual(closedUntil('2026-11-26T13:00:00Z'))
  // Friday evening.
  expect(at('2026-11-27T23:00:00Z')).toEqual(closedUntil('2026-11-30T13:00:00Z'))
})

test('without hours it is always open, and with empty ones it never opens', () => {
  const now = new Date('2026-11-25T03:00:00Z')
  expect(openingAt(null, now)).toEqual(OPEN)
  expect(openingAt({ ...OFFICE, week: null }, now)).toEqual(OPEN)
  expect(openingAt({ ...OFFICE, week: week({}) }, now)).toEqual(closedUntil(null))
})

test('a lunch break is closed, and midnight ends no night shift', () => {
  const wednesday = [
    { from: '08:00', to: '12:00' },
    { from: '13:00', to: '24:00' },
  ]
  const hours = { ...OFFICE, week: week({ wednesday, thursday: times('00:00', '02:00') }) }
  expect(openingAt(hours, new Date('2026-11-25T17:30:00Z'))).toEqual(closedUntil('2026-11-25T18:00:00Z'))
  expect(openingAt(hours, new Date('2026-11-26T04:59:00Z'))).toEqual(OPEN)
  expect(openingAt(hours, new Date('2026-11-26T06:59:00Z'))).toEqual(OPEN)
  expect(openingAt(hours, new Date('2026-11-26T07:00:00Z'))).toEqual(closedUntil('2026-12-02T13:00:00Z'))
})

test('a holiday replaces the hours of its days, also around the clock', () => {
  const holidays = [
    { name: 'Thanksgiving', firstDay: '2026-11-26', lastDay: '2026-11-27', open: [] },
    { name: 'Christmas Eve', firstDay: '2026-12-24', lastDay: '2026-12-24', open: times('08:00', '12:00') },
  ]
  const onThursday = new Date('2026-11-26T15:00:00Z')
  expect(openingAt({ ...OFFICE, holidays }, onThursday)).toEqual(closedUntil('2026-11-30T13:00:00Z', 'Thanksgiving'))
  const around = { ...OFFICE, week: null, holidays }
  expect(openingAt(around, onThursday)).toEqual(closedUntil('2026-11-28T05:00:00Z', 'Thanksgiving'))
  expect(openingAt(around, new Date('2026-12-24T16:00:00Z'))).toEqual(OPEN)
  expect(openingAt(around, new Date('2026-12-24T17:00:00Z'))).toEqual(
    closedUntil('2026-12-25T05:00:00Z', 'Christmas Eve'),
  )
})

describe('when the clocks change', () => {
  const sundays = (from: string, to: string) => ({ ...OFFICE, week: week({ sunday: times(from, to) }) })

  test('hours that begin in the skipped hour begin when it is over', () => {
    // 8 March: 2:00 is 3:00.
    const hours = sundays('02:30', '05:00')
    expect(openingAt(hours, new Date('2026-03-08T06:59:00Z'))).toEqual(closedUntil('2026-03-08T07:00:00Z'))
    expect(openingAt(hours, new Date('2026-03-08T07:00:00Z'))).toEqual(OPEN)
  })

  test('the day before is not affected', () => {
    const hours = { ...OFFICE, week: week({ saturday: times('00:00', '00:30'), sunday: times('00:00', '03:30') }) }
    expect(openingAt(hours, new Date('2026-03-07T05:30:00Z'))).toEqual(closedUntil('2026-03-08T05:00:00Z'))
  })

  test('hours within the skipped hour are left out that day', () => {
    const hours = sundays('02:15', '02:45')
    expect(openingAt(hours, new Date('2026-03-08T06:00:00Z'))).toEqual(closedUntil('2026-03-15T06:15:00Z'))
  })

  test('hours within the repeated hour are there twice', () => {
    // 1 November: 2:00 is 1:00 again.
    const hours = sundays('01:00', '01:30')
    expect(openingAt(hours, new Date('2026-11-01T05:10:00Z'))).toEqual(OPEN)
    expect(openingAt(hours, new Date('2026-11-01T05:45:00Z'))).toEqual(closedUntil('2026-11-01T06:00:00Z'))
    expect(openingAt(hours, new Date('2026-11-01T06:10:00Z'))).toEqual(OPEN)
  })

  test('hours that have begun before the repeated hour go on in it', () => {
    const hours = sundays('00:30', '01:30')
    expect(openingAt(hours, new Date('2026-11-01T05:45:00Z'))).toEqual(closedUntil('2026-11-01T06:00:00Z'))
  })
})

test('it opens at the first minute at which it is open', () => {
  const time = integer({ min: 0, max: 48 }).map((half) => {
    return `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`
  })
  const day = uniqueArray(time, { minLength: 0, maxLength: 4 })
    .map((all) => all.toSorted())
    .map((all) =>
      all.flatMap((from, index) => (index % 2 === 0 && all[index + 1] ? [{ from, to: all[index + 1]! }] : [])),
    )
  const hours = record({
    timeZone: constantFrom(NEW_YORK, 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia'),
    week: tuple(day, day, day, day, day, day, day).map(
      (days) => Object.fromEntries(WEEKDAYS.map((name, i) => [name, days[i]])) as Week,
    ),
    holidays: constant<OpeningHours['holidays']>([]),
  })
  const MINUTE = 60_000
  // The weeks in which New York, Lord Howe, and Berlin change their clocks.
  const now = constantFrom('2026-03-06', '2026-03-27', '2026-04-03', '2026-10-02', '2026-10-23', '2026-10-30').chain(
    (start) => integer({ min: 0, max: 4 * 1440 }).map((minutes) => Date.parse(start) + minutes * MINUTE),
  )
  assert(
    property(hours, now, (given, at) => {
      const isOpen = (ms: number) => openingAt(given, new Date(ms)).isOpen
      const { opensAt } = openingAt(given, new Date(at))
      if (!opensAt) return
      expect(isOpen(opensAt.getTime())).toBe(true)
      const steps = Math.ceil((opensAt.getTime() - at) / (30 * MINUTE))
      for (let step = 1; step <= steps; step += 1)
        expect(isOpen(opensAt.getTime() - step * 30 * MINUTE + MINUTE * 29)).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('a line’s own hours keep the organization’s holidays unless it has its own', () => {
  const holidays = [{ name: 'Closed', firstDay: '2026-11-26', lastDay: '2026-11-26', open: [] }]
  const own = { timeZone: 'UTC', week: null, holidays: null }
  expect(hoursOfLine(null, null)).toBeNull()
  expect(hoursOfLine(null, OFFICE)).toBe(OFFICE)
  expect(hoursOfLine(own, { ...OFFICE, holidays })).toEqual({ ...own, holidays })
  expect(hoursOfLine({ ...own, holidays: [] }, { ...OFFICE, holidays })).toEqual({ ...own, holidays: [] })
})

test('time zones are names, not offsets', () => {
  expect(['UTC', NEW_YORK, 'Asia/Calcutta'].map(isTimeZone)).toEqual([true, true, true])
  expect(['', '+05:00', 'Mars/Olympus', 'EST5!'].map(isTimeZone)).toEqual([false, false, false, false])
})

test('a week in words groups days with the same hours', () => {
  expect(weekInWords({ ...workdays, saturday: times('09:00', '12:00') })).toBe('Mon–Fri 08:00–17:00, Sat 09:00–12:00')
  expect(weekInWords({ ...workdays, wednesday: [] })).toBe('Mon–Tue 08:00–17:00, Thu–Fri 08:00–17:00')
  expect(weekInWords(week({}))).toBe('')
})

test.each([
  ['a beginning after the end', { week: week({ monday: times('17:00', '08:00') }) }, 'The end should be later'],
  ['no time of day', { week: week({ monday: times('8', '25:00') }) }, 'Enter a time'],
  ['24:00 as a beginning', { week: week({ monday: times('24:00', '24:00') }) }, 'The end should be later'],
  [
    'overlapping times',
    { week: week({ monday: [...times('08:00', '12:00'), ...times('11:00', '17:00')] }) },
    'in order and not overlap',
  ],
  ['an offset', { timeZone: '-05:00' }, 'Choose a time zone'],
  [
    'a holiday that ends before it begins',
    { holidays: [{ name: 'Christmas', firstDay: '2026-12-26', lastDay: '2026-12-25', open: [] }] },
    'The last day should not be before the first.',
  ],
  [
    'a day that does not exist',
    { holidays: [{ name: 'Leap', firstDay: '2026-02-29', lastDay: '2026-03-01', open: [] }] },
    'Enter a date.',
  ],
])('%s is refused', (_, part, text) => {
  const { error } = openingHours.safeParse({ ...OFFICE, ...part })
  expect(error?.issues[0]?.message).toContain(text)
})

describe('how long it was open', () => {
  const MINUTE_MS = 60_000
  const minutesBetween = (hours: OpeningHours | null, from: string, to: string) =>
    createOpenTime(hours)(Date.parse(from), Date.parse(to)) / MINUTE_MS

  test('is what the clock shows without hours, and only the minutes in which it was open with them', () => {
    expect(minutesBetween(null, '2026-11-25T03:00Z', '2026-11-25T04:00Z')).toBe(60)
    expect(minutesBetween({ ...OFFICE, week: null }, '2026-11-25T03:00Z', '2026-11-25T04:00Z')).toBe(60)
    // Friday 16:50 to Monday 08:10.
    expect(minutesBetween(OFFICE, '2026-11-27T21:50Z', '2026-11-30T13:10Z')).toBe(20)
    expect(minutesBetween(OFFICE, '2026-11-28T10:00Z', '2026-11-28T20:00Z')).toBe(0)
    const closedOnMonday = { name: 'Moving', firstDay: '2026-11-30', lastDay: '2026-11-30', open: [] }
    const moving = { ...OFFICE, holidays: [closedOnMonday] }
    expect(minutesBetween(moving, '2026-11-27T21:50Z', '2026-12-01T13:10Z')).toBe(20)
    expect(minutesBetween({ ...moving, week: null }, '2026-11-30T04:50Z', '2026-12-01T05:10Z')).toBe(20)
  })

  test('is the number of minutes at which it is open, also across clock changes', () => {
    const hour = (least: number) => integer({ min: least, max: 23 }).map((h) => `${String(h).padStart(2, '0')}:00`)
    // No interval begins or ends in an hour that a clock change repeats.
    const span = tuple(hour(3), hour(3)).map(([a, b]): OpenTimes =>
      a < b ? [{ from: a, to: b }] : [{ from: b, to: '24:00' }],
    )
    const start = constantFrom('2026-03-05T00:00Z', '2026-10-29T00:00Z', '2026-11-25T00:00Z').map(Date.parse)
    assert(
      property(
        span,
        span,
        start,
        integer({ min: 0, max: 7_000 }),
        integer({ min: 0, max: 3_000 }),
        (one, other, at, wait, length) => {
          const hours = { ...OFFICE, week: { ...everyDay(one), saturday: [], sunday: other } }
          const from = at + wait * MINUTE_MS
          const minutes = Array.from({ length }, (_, minute) => new Date(from + minute * MINUTE_MS))
          const open = minutes.filter((minute) => openingAt(hours, minute).isOpen).length
          expect(createOpenTime(hours)(from, from + length * MINUTE_MS) / MINUTE_MS).toBe(open)
        },
      ),
      { numRuns: 50 },
    )
  })
})
