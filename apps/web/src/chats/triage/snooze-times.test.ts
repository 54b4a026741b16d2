import { expect, it } from 'vitest'
import { createTimes } from '../../platform/times.ts'
import { snoozeTimes } from './snooze-times.ts'

const at = (now: string, timeZone = 'America/New_York') =>
  snoozeTimes(createTimes({ now: () => Date.parse(now), timeZone })).map(({ label, until }) => `${label} ${until}`)

it('offers later today, tomorrow morning, and Monday morning', () => {
  // Tuesday, 10:07 in New York
  expect(at('2026-11-24T15:07:00Z')).toEqual([
    'Later today 2026-11-24T18:15:00.000Z',
    'Tomorrow 2026-11-25T13:00:00.000Z',
    'Monday 2026-11-30T13:00:00.000Z',
  ])
})

it('does not offer later today in the evening', () => {
  expect(at('2026-11-24T22:00:00Z')).toHaveLength(3)
  expect(at('2026-11-24T22:01:00Z')).toEqual(['Tomorrow 2026-11-25T13:00:00.000Z', 'Monday 2026-11-30T13:00:00.000Z'])
  expect(at('2026-11-25T04:59:00Z')[0]).toBe('Tomorrow 2026-11-25T13:00:00.000Z')
})

it('offers Monday once on Sundays, and the next one on Mondays', () => {
  expect(at('2026-11-29T15:00:00Z')).toEqual([
    'Later today 2026-11-29T18:00:00.000Z',
    'Tomorrow 2026-11-30T13:00:00.000Z',
  ])
  expect(at('2026-11-30T15:00:00Z').at(-1)).toBe('Monday 2026-12-07T13:00:00.000Z')
})

it('means 8:00 on the clock after the clocks have changed', () => {
  // Friday before the clocks go back, and Saturday before they go forward
  expect(at('2026-10-30T15:00:00Z').at(-1)).toBe('Monday 2026-11-02T13:00:00.000Z')
  expect(at('2026-03-07T15:00:00Z').slice(1)).toEqual([
    'Tomorrow 2026-03-08T12:00:00.000Z',
    'Monday 2026-03-09T12:00:00.000Z',
  ])
})

it('counts days in the time zone of the person', () => {
  // Monday noon in Tokyo is Sunday evening in New York.
  expect(at('2026-11-30T03:00:00Z', 'Asia/Tokyo')).toEqual([
    'Later today 2026-11-30T06:00:00.000Z',
    'Tomorrow 2026-11-30T23:00:00.000Z',
    'Monday 2026-12-06T23:00:00.000Z',
  ])
  expect(at('2026-11-30T03:00:00Z')).toEqual(['Tomorrow 2026-11-30T13:00:00.000Z'])
})
