import { describe, expect, it, test } from 'vitest'
import { createTimes } from '../../platform/times.ts'
import { chosenMoment, clockChangeText } from './chosen-moment.ts'

const NEW_YORK = 'America/New_York'
const times = (now: string, timeZone = NEW_YORK) =>
  createTimes({ now: () => Date.parse(now), timeZone, hourCycle: 'h12' })
const choose = (now: string, local: string, timeZone = NEW_YORK) => {
  const [day = '', time = ''] = local.split(' ')
  return chosenMoment({ day, time }, times(now, timeZone))
}
/** The formatter inserts a narrow no-break space before AM. */
const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ')

const NOW = '2026-11-24T15:07:30Z'
const PAST = 'Choose a time in the future.'
const TOO_FAR = 'Choose a time within the next 120 days.'

describe('the chosen moment', () => {
  it('is the local time in the chosen zone', () => {
    expect(choose(NOW, '2026-11-25 09:00')).toEqual({ sendAt: '2026-11-25T14:00:00.000Z', clockChange: null })
    expect(choose(NOW, '2026-11-25 09:00', 'America/Los_Angeles')).toMatchObject({ sendAt: '2026-11-25T17:00:00.000Z' })
    expect(choose(NOW, '2026-11-25 09:00', 'Asia/Kolkata')).toMatchObject({ sendAt: '2026-11-25T03:30:00.000Z' })
  })

  test.each([
    ['', '09:00', 'day', 'Choose a date.'],
    ['2026-11-25', '', 'time', 'Choose a time.'],
    ['2026-11-23', '09:00', 'day', PAST],
    ['2026-11-24', '09:00', 'time', PAST],
    ['2026-11-24', '10:07', 'time', PAST],
    ['0002-11-25', '09:00', 'day', PAST],
    ['2027-03-25', '09:00', 'day', TOO_FAR],
    ['2027-04-01', '09:00', 'day', TOO_FAR],
    ['20261-11-25', '09:00', 'day', TOO_FAR],
    ['275760-09-13', '09:00', 'day', TOO_FAR],
  ])('%s %s is wrong in %s', (day, time, field, fault) => {
    expect(chosenMoment({ day, time }, times(NOW))).toEqual({ sendAt: null, field, fault })
  })

  it('is at most 120 times 24 hours ahead, which end an hour later on the clock after a change', () => {
    expect(choose(NOW, '2027-03-24 11:07')).toMatchObject({ sendAt: '2027-03-24T15:07:00.000Z' })
    expect(choose(NOW, '2027-03-24 11:08')).toMatchObject({ field: 'day', fault: TOO_FAR })
  })

  it('is in the future again after the clock was set back, and past after it jumped ahead', () => {
    let now = Date.parse(NOW)
    const jumping = createTimes({ now: () => now, timeZone: NEW_YORK })
    const chosen = { day: '2026-11-24', time: '11:00' }
    expect(chosenMoment(chosen, jumping).sendAt).not.toBeNull()
    now += 3_600_000
    expect(chosenMoment(chosen, jumping)).toMatchObject({ field: 'time', fault: PAST })
    now -= 7_200_000
    expect(chosenMoment(chosen, jumping).sendAt).not.toBeNull()
  })
})

describe('clock changes', () => {
  const text = (now: string, local: string, zone: { timeZone: string; city: string }) => {
    const [day = '', time = ''] = local.split(' ')
    return plain(
      clockChangeText(
        choose(now, local, zone.timeZone),
        { day, time },
        { city: zone.city, times: times(now, zone.timeZone) },
      ),
    )
  }
  const newYork = { timeZone: NEW_YORK, city: 'New York' }
  const berlin = { timeZone: 'Europe/Berlin', city: 'Berlin' }

  it('move a time that does not exist, and say so', () => {
    expect(choose('2026-03-01T12:00:00Z', '2026-03-08 02:30')).toEqual({
      sendAt: '2026-03-08T07:30:00.000Z',
      clockChange: 'skips',
    })
    expect(text('2026-03-01T12:00:00Z', '2026-03-08 02:30', newYork)).toBe(
      'The clocks in New York go forward, so 2:30 AM doesn’t exist on this day. Your message will be sent at 3:30 AM.',
    )
    expect(choose('2026-03-01T12:00:00Z', '2026-03-29 02:00', 'Europe/Berlin')).toEqual({
      sendAt: '2026-03-29T01:00:00.000Z',
      clockChange: 'skips',
    })
  })

  it('take the first of two, and say so', () => {
    expect(choose(NOW.replace('11-24', '10-20'), '2026-11-01 01:30')).toEqual({
      sendAt: '2026-11-01T05:30:00.000Z',
      clockChange: 'repeats',
    })
    expect(choose('2026-10-20T12:00:00Z', '2026-10-25 02:30', 'Europe/Berlin')).toEqual({
      sendAt: '2026-10-25T00:30:00.000Z',
      clockChange: 'repeats',
    })
    expect(text('2026-10-20T12:00:00Z', '2026-10-25 02:30', berlin)).toBe(
      'The clocks in Berlin go back, so 2:30 AM occurs twice on this day. Your message will be sent the first time.',
    )
  })

  it('within the repeated hour, the first has passed', () => {
    // 1:10 for the second time
    expect(choose('2026-11-01T06:10:00Z', '2026-11-01 01:30')).toMatchObject({ field: 'time', fault: PAST })
  })

  it('are not mentioned for other times, nor for a zone without them', () => {
    expect(text('2026-03-01T12:00:00Z', '2026-03-08 03:00', newYork)).toBeUndefined()
    expect(choose('2026-03-01T12:00:00Z', '2026-03-08 02:30', 'America/Phoenix')).toMatchObject({ clockChange: null })
  })
})
