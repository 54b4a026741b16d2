import type { OpeningHours } from '@partyline/contract'
import { expect, it } from 'vitest'
import { sendLaterTimes } from './send-later-times.ts'

const NEW_YORK = 'America/New_York'
const at = (now: string, zone = NEW_YORK, hours: OpeningHours | null = null) =>
  sendLaterTimes(Date.parse(now), zone, hours).map(({ label, at }) => `${label} ${at}`)

it('offers an hour from now, tomorrow morning, and Monday morning', () => {
  // Tuesday, 10:07 in New York
  expect(at('2026-11-24T15:07:00Z')).toEqual([
    'In 1 hour 2026-11-24T16:07:00.000Z',
    'Tomorrow at 9:00 AM 2026-11-25T14:00:00.000Z',
    'Monday at 9:00 AM 2026-11-30T14:00:00.000Z',
  ])
})

it('rounds an hour from now up to a minute, which is what people see', () => {
  expect(at('2026-11-24T15:07:00.001Z')[0]).toBe('In 1 hour 2026-11-24T16:08:00.000Z')
})

it('offers Monday once on Sundays, and the next one on Mondays', () => {
  expect(at('2026-11-29T15:00:00Z')).toEqual([
    'In 1 hour 2026-11-29T16:00:00.000Z',
    'Tomorrow at 9:00 AM 2026-11-30T14:00:00.000Z',
  ])
  // Monday at 8:00, before this day's 9:00
  expect(at('2026-11-30T13:00:00Z').slice(1)).toEqual([
    'Tomorrow at 9:00 AM 2026-12-01T14:00:00.000Z',
    'Next Monday at 9:00 AM 2026-12-07T14:00:00.000Z',
  ])
})

it('means 9:00 on the clock after the clocks have gone forward', () => {
  // Saturday noon before March 8
  expect(at('2026-03-07T17:00:00Z').slice(1)).toEqual([
    'Tomorrow at 9:00 AM 2026-03-08T13:00:00.000Z',
    'Monday at 9:00 AM 2026-03-09T13:00:00.000Z',
  ])
  expect(at('2026-03-28T11:00:00Z', 'Europe/Berlin').slice(1)).toEqual([
    'Tomorrow at 9:00 AM 2026-03-29T07:00:00.000Z',
    'Monday at 9:00 AM 2026-03-30T07:00:00.000Z',
  ])
  // By half an hour
  expect(at('2026-10-03T01:00:00Z', 'Australia/Lord_Howe')[1]).toBe('Tomorrow at 9:00 AM 2026-10-03T22:00:00.000Z')
})

it('means 9:00 on the clock after the clocks have gone back', () => {
  // Friday before November 1
  expect(at('2026-10-30T15:00:00Z').slice(1)).toEqual([
    'Tomorrow at 9:00 AM 2026-10-31T13:00:00.000Z',
    'Monday at 9:00 AM 2026-11-02T14:00:00.000Z',
  ])
  expect(at('2026-10-24T11:00:00Z', 'Europe/Berlin')[1]).toBe('Tomorrow at 9:00 AM 2026-10-25T08:00:00.000Z')
})

it('an hour from now is an hour, also when the clocks change in it', () => {
  // 1:30 in New York, before 2:00 becomes 3:00; and 1:30, before 2:00 becomes 1:00
  expect(at('2026-03-08T06:30:00Z')[0]).toBe('In 1 hour 2026-03-08T07:30:00.000Z')
  expect(at('2026-11-01T05:30:00Z')[0]).toBe('In 1 hour 2026-11-01T06:30:00.000Z')
})

it('counts days in the zone, and into the next year', () => {
  // Thursday, December 31, 23:30 in New York, and already Friday in Tokyo
  expect(at('2027-01-01T04:30:00Z')).toEqual([
    'In 1 hour 2027-01-01T05:30:00.000Z',
    'Tomorrow at 9:00 AM 2027-01-01T14:00:00.000Z',
    'Monday at 9:00 AM 2027-01-04T14:00:00.000Z',
  ])
  expect(at('2027-01-01T04:30:00Z', 'Asia/Tokyo').slice(1)).toEqual([
    'Tomorrow at 9:00 AM 2027-01-02T00:00:00.000Z',
    'Monday at 9:00 AM 2027-01-04T00:00:00.000Z',
  ])
})

it('is Sunday in one zone while it is Monday in another', () => {
  const now = '2026-11-30T03:00:00Z'
  expect(at(now)).toHaveLength(2)
  expect(at(now, 'Pacific/Kiritimati').at(-1)).toBe('Next Monday at 9:00 AM 2026-12-06T19:00:00.000Z')
})

it('offers the next opening instead of a morning on which the line is closed', () => {
  const day = [{ from: '08:00', to: '17:00' }]
  const week = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: [], sunday: [] }
  const hours: OpeningHours = { timeZone: NEW_YORK, week, holidays: [] }
  // Friday, 10:07
  expect(at('2026-11-27T15:07:00Z', NEW_YORK, hours)).toEqual([
    'In 1 hour 2026-11-27T16:07:00.000Z',
    'When the line opens 2026-11-30T13:00:00.000Z',
    'Monday at 9:00 AM 2026-11-30T14:00:00.000Z',
  ])
  // Tuesday
  expect(at('2026-11-24T15:07:00Z', NEW_YORK, hours)[1]).toBe('Tomorrow at 9:00 AM 2026-11-25T14:00:00.000Z')
  // Early on a Friday whose opening comes first
  expect(at('2026-11-27T10:07:00Z', NEW_YORK, hours)[1]).toBe('When the line opens 2026-11-27T13:00:00.000Z')
  const never = { ...hours, week: { ...week, monday: [], tuesday: [], wednesday: [], thursday: [], friday: [] } }
  expect(at('2026-11-27T15:07:00Z', NEW_YORK, never)).toHaveLength(1)
})
