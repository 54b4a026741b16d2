import { describe, expect, test, vi } from 'vitest'
import { clockTime, createTimes, currentTimeZone } from './times.ts'

const at = (timeZone = 'America/New_York') =>
  createTimes({ now: () => Date.parse('2026-11-21T15:00:00Z'), timeZone, hourCycle: 'h12' })
/** The formatter inserts a narrow no-break space before AM. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

describe('short times', () => {
  const { short } = at()
  test.each([
    ['2026-11-21T14:41:00Z', '9:41 AM'],
    ['2026-11-20T23:30:00Z', 'Yesterday'],
    ['2026-11-19T14:41:00Z', 'Thu'],
    ['2026-11-15T14:41:00Z', 'Sun'],
    ['2026-11-14T14:41:00Z', 'Nov 14'],
    ['2025-11-03T14:41:00Z', '11/3/25'],
    ['2026-11-22T15:00:00Z', 'Nov 22'],
  ])('%s is %s', (instant, text) => expect(plain(short(instant))).toBe(text))

  test('use the day of the user’s time zone', () => {
    expect(short('2026-11-21T04:30:00Z')).toBe('Yesterday')
    expect(at('UTC').short('2026-11-21T04:30:00Z')).not.toBe('Yesterday')
  })

  test('count a day with a clock change as one day', () => {
    const times = createTimes({
      now: () => Date.parse('2026-11-02T05:30:00Z'),
      timeZone: 'America/New_York',
    })
    expect(times.short('2026-11-01T04:30:00Z')).toBe('Yesterday')
  })
})

test('a clock has 12 or 24 hours', () => {
  const times = createTimes({ now: Date.now, timeZone: 'UTC', hourCycle: 'h23' })
  expect(times.clock('2026-11-21T00:05:00Z')).toBe('00:05')
  expect(times.full('2026-11-21T16:05:00Z')).toBe('Saturday, November 21, 2026 at 16:05')
  const both = (time: string) => [plain(clockTime(time, 'h12')), clockTime(time, 'h23')]
  expect(['08:00', '17:30', '24:00', 'soon'].map(both)).toEqual([
    ['8:00 AM', '08:00'],
    ['5:30 PM', '17:30'],
    ['12:00 AM', '00:00'],
    ['soon', 'soon'],
  ])
})

test('day names today and yesterday, and formats other days, with another year', () => {
  const { day } = at()
  expect(day('2026-11-21T14:41:00Z')).toBe('Today')
  expect(day('2026-11-20T14:41:00Z')).toBe('Yesterday')
  expect(day('2026-11-19T14:41:00Z')).toBe('Thursday, November 19')
  expect(day('2025-11-19T14:41:00Z')).toBe('Wednesday, November 19, 2025')
})

test('date includes the year only if it is another one', () => {
  const { date } = at()
  expect(date('2026-11-03T12:00:00Z')).toBe('Nov 3')
  expect(date('2000-01-01T12:00:00Z')).toBe('1/1/00')
})

test('longDate includes the full month and the year', () => {
  expect(at().longDate('2026-03-03T15:00:00Z')).toBe('March 3, 2026')
})

test('full includes the weekday, date, and time', () => {
  expect(plain(at().full('2026-11-19T14:41:00Z'))).toBe('Thursday, November 19, 2026 at 9:41 AM')
})

test('sameDay compares days in the user’s time zone', () => {
  const { sameDay } = at()
  expect(sameDay('2026-11-21T04:30:00Z', '2026-11-20T15:00:00Z')).toBe(true)
  expect(sameDay('2026-11-21T04:30:00Z', '2026-11-21T15:00:00Z')).toBe(false)
})

test('until names the day of a time to come', () => {
  const { until } = at()
  const words = (instant: string) => plain(until(instant))
  expect(words('2026-11-21T20:00:00Z')).toBe('3:00 PM')
  expect(words('2026-11-23T13:00:00Z')).toBe('Mon 8:00 AM')
  expect(words('2026-11-28T13:00:00Z')).toBe('Nov 28, 8:00 AM')
  expect(words('2027-01-04T13:00:00Z')).toBe('1/4/27, 8:00 AM')
})

describe('the instant of a local time', () => {
  const { instantOf } = at()
  test.each([
    ['in winter', '2026-11-23', '08:00', '2026-11-23T13:00:00.000Z'],
    ['in summer', '2026-07-06', '08:00', '2026-07-06T12:00:00.000Z'],
    ['at midnight', '2026-11-23', '00:00', '2026-11-23T05:00:00.000Z'],
    ['on the day before the clocks go forward', '2026-03-07', '23:30', '2026-03-08T04:30:00.000Z'],
    ['after the clocks have gone forward', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
    ['that the clocks skip', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['after the clocks have gone back', '2026-11-01', '08:00', '2026-11-01T13:00:00.000Z'],
    ['that the clocks repeat', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['after the repeated hour', '2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
  ])('%s', (_when, day, time, instant) => expect(instantOf(day, time)).toBe(instant))

  test('in other zones', () => {
    expect(at('Australia/Lord_Howe').instantOf('2026-11-23', '08:00')).toBe('2026-11-22T21:00:00.000Z')
    expect(at('Europe/Berlin').instantOf('2026-03-29', '02:15')).toBe('2026-03-29T01:15:00.000Z')
    expect(at('Pacific/Kiritimati').instantOf('2026-11-23', '08:00')).toBe('2026-11-22T18:00:00.000Z')
    expect(at('Asia/Kolkata').instantOf('2026-11-23', '00:15')).toBe('2026-11-22T18:45:00.000Z')
  })
  test('that the clocks repeat is the first, also east of Greenwich', () => {
    expect(at('Europe/Berlin').instantOf('2026-10-25', '02:30')).toBe('2026-10-25T00:30:00.000Z')
    expect(at('Australia/Sydney').instantOf('2026-04-05', '02:30')).toBe('2026-04-04T15:30:00.000Z')
    expect(at('Australia/Lord_Howe').instantOf('2026-04-05', '01:45')).toBe('2026-04-04T14:45:00.000Z')
  })

  test('at a midnight that does not exist', () => {
    expect(at('Africa/Cairo').instantOf('2026-04-24', '00:00')).toBe('2026-04-23T22:00:00.000Z')
    // Samoa skipped December 30, 2011.
    expect(at('Pacific/Apia').instantOf('2011-12-30', '09:00')).toBe('2011-12-30T19:00:00.000Z')
  })
})

test('today ends at midnight, in the person’s time zone', () => {
  const endIn = (timeZone: string, now: string) => createTimes({ now: () => Date.parse(now), timeZone }).endOfToday()
  expect(endIn('America/New_York', '2026-11-24T04:59:00Z')).toBe('2026-11-24T05:00:00.000Z')
  expect(endIn('America/New_York', '2026-11-24T05:00:00Z')).toBe('2026-11-25T05:00:00.000Z')
  expect(endIn('Asia/Kolkata', '2026-11-24T05:00:00Z')).toBe('2026-11-24T18:30:00.000Z')
  // A day of 25 hours.
  expect(endIn('America/New_York', '2026-11-01T04:00:00Z')).toBe('2026-11-02T05:00:00.000Z')
})

test('occurrencesOf tells whether a clock change skips or repeats a time', () => {
  const { occurrencesOf } = at()
  expect(occurrencesOf('2026-11-23', '02:30')).toBe(1)
  expect(occurrencesOf('2026-03-08', '01:59')).toBe(1)
  expect(occurrencesOf('2026-03-08', '02:00')).toBe(0)
  expect(occurrencesOf('2026-03-08', '02:59')).toBe(0)
  expect(occurrencesOf('2026-03-08', '03:00')).toBe(1)
  expect(occurrencesOf('2026-11-01', '00:59')).toBe(1)
  expect(occurrencesOf('2026-11-01', '01:00')).toBe(2)
  expect(occurrencesOf('2026-11-01', '02:00')).toBe(1)
  expect(at('Europe/Berlin').occurrencesOf('2026-10-25', '02:30')).toBe(2)
  expect(at('UTC').occurrencesOf('2026-10-25', '02:30')).toBe(1)
})

test('timeOf is the time of day with 24 hours', () => {
  expect(at().timeOf('2026-11-19T14:41:59Z')).toBe('09:41')
  expect(at().timeOf(Date.parse('2026-11-19T05:00:00Z'))).toBe('00:00')
  expect(at('Asia/Kolkata').timeOf('2026-11-19T14:41:00Z')).toBe('20:11')
})

test('currentTimeZone reads the system’s time zone each time, and is UTC for an unknown one', () => {
  const options = new Intl.DateTimeFormat().resolvedOptions()
  const system = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  try {
    for (const timeZone of ['Asia/Tokyo', 'America/Denver', 'Etc/Unknown']) {
      system.mockReturnValueOnce({ ...options, timeZone })
    }
    expect([currentTimeZone(), currentTimeZone(), currentTimeZone()]).toEqual(['Asia/Tokyo', 'America/Denver', 'UTC'])
  } finally {
    system.mockRestore()
  }
})
