import { describe, expect, test } from 'vitest'
import { outsideHoursAt } from './recipient-hours.ts'
import type { LocatedRecipient } from './recipient-hours.ts'

const ann = (...zones: string[]): LocatedRecipient => ({ name: 'Ann', zones })
const bob = (...zones: string[]): LocatedRecipient => ({ name: 'Bob', zones })
const cy = (...zones: string[]): LocatedRecipient => ({ name: 'Cy', zones })
const at = (now: string, ...recipients: LocatedRecipient[]) => outsideHoursAt(recipients, Date.parse(now))

describe('one recipient', () => {
  test.each([
    ['the last minute before 8:00', '2026-11-24T12:59:59.999Z', 'America/New_York', '07:59', '2026-11-24T13:00'],
    ['exactly 21:00', '2026-11-25T02:00:00Z', 'America/New_York', '21:00', '2026-11-25T13:00'],
    ['midnight', '2026-11-25T05:00:00Z', 'America/New_York', '00:00', '2026-11-25T13:00'],
    ['Hawaii', '2026-11-24T16:12:00Z', 'Pacific/Honolulu', '06:12', '2026-11-24T18:00'],
    ['London', '2026-07-01T05:00:00Z', 'Europe/London', '06:00', '2026-07-01T07:00'],
    ['Mexico City', '2026-07-01T03:30:00Z', 'America/Mexico_City', '21:30', '2026-07-01T14:00'],
    ['India, half an hour off', '2026-11-24T02:00:00Z', 'Asia/Kolkata', '07:30', '2026-11-24T02:30'],
    ['Newfoundland, half an hour off', '2026-11-24T00:40:00Z', 'America/St_Johns', '21:10', '2026-11-24T11:30'],
    ['Nepal, a quarter off', '2026-11-24T02:10:00Z', 'Asia/Kathmandu', '07:55', '2026-11-24T02:15'],
    ['the night in which clocks go forward', '2026-03-08T04:00:00Z', 'America/New_York', '23:00', '2026-03-08T12:00'],
    ['after clocks went forward', '2026-03-08T11:30:00Z', 'America/New_York', '07:30', '2026-03-08T12:00'],
    ['the night in which clocks go back', '2026-11-01T03:00:00Z', 'America/New_York', '23:00', '2026-11-01T13:00'],
    ['the hour that clocks repeat', '2026-11-01T06:30:00Z', 'America/New_York', '01:30', '2026-11-01T13:00'],
    ['by half an hour', '2026-10-03T12:00:00Z', 'Australia/Lord_Howe', '22:30', '2026-10-03T21:00'],
    ['a year ends', '2027-01-01T04:00:00Z', 'America/New_York', '23:00', '2027-01-01T13:00'],
  ])('%s', (_when, now, zone, time, nextAt) => {
    expect(at(now, ann(zone))).toEqual({
      names: ['Ann'],
      times: [time],
      isCertain: true,
      nextAt: new Date(`${nextAt}:00Z`),
      isTheirStart: true,
    })
  })

  test.each([
    ['exactly 8:00', '2026-11-24T13:00:00Z', 'America/New_York'],
    ['the last minute before 21:00', '2026-11-25T01:59:59.999Z', 'America/New_York'],
    ['8:00 in India', '2026-11-24T02:30:00Z', 'Asia/Kolkata'],
    ['8:00 after clocks went forward', '2026-03-08T12:00:00Z', 'America/New_York'],
  ])('%s is within their hours', (_when, now, zone) => expect(at(now, ann(zone))).toBeNull())

  test('no one: nobody is disturbed', () => expect(at('2026-11-24T08:00:00Z')).toBeNull())
})

describe('a phone that may be in several zones', () => {
  const dakota = ['America/Chicago', 'America/Denver']

  test('has to be within the hours in all of them', () => {
    // 8:30 in Chicago, 7:30 in Denver
    expect(at('2026-11-24T14:30:00Z', ann(...dakota))).toEqual({
      names: ['Ann'],
      times: ['07:30'],
      isCertain: false,
      nextAt: new Date('2026-11-24T15:00:00Z'),
      isTheirStart: false,
    })
    expect(at('2026-11-24T15:00:00Z', ann(...dakota))).toBeNull()
    // 21:00 in Chicago, 20:00 in Denver
    expect(at('2026-11-25T03:00:00Z', ann(...dakota))).toMatchObject({ times: ['21:00'], isCertain: false })
  })

  test('is certainly outside of them if it is in all zones', () => {
    expect(at('2026-11-24T12:30:00Z', ann(...dakota))).toMatchObject({ times: ['05:30', '06:30'], isCertain: true })
  })
})

describe('several recipients', () => {
  const honolulu = 'Pacific/Honolulu'
  const newYork = 'America/New_York'

  test('it names those for whom it is outside of their hours, and finds a time for all', () => {
    // 6:12 in Honolulu, 11:12 in New York
    expect(at('2026-11-24T16:12:00Z', bob(newYork), ann(honolulu))).toEqual({
      names: ['Ann'],
      times: ['06:12'],
      isCertain: true,
      nextAt: new Date('2026-11-24T18:00:00Z'),
      isTheirStart: true,
    })
  })

  test('orders times from the evening to the morning', () => {
    // 22:00 in Honolulu, 3:00 in New York, 8:00 in London
    expect(at('2026-11-24T08:00:00Z', bob(newYork), ann(honolulu), cy('Europe/London'))).toMatchObject({
      names: ['Bob', 'Ann'],
      times: ['22:00', '03:00'],
    })
  })

  test('the time for all may begin no one’s hours but the last one’s', () => {
    // 6:00 in New York, 3:00 in Los Angeles
    expect(at('2026-11-24T11:00:00Z', ann(newYork), bob('America/Los_Angeles'))).toMatchObject({
      nextAt: new Date('2026-11-24T16:00:00Z'),
      isTheirStart: false,
    })
  })

  test('the time for all waits for one whose day has ended', () => {
    // 18:00 in Honolulu, 23:00 in New York: when Honolulu's hours begin, New York has 13:00
    expect(at('2026-11-25T04:00:00Z', ann(newYork), bob(honolulu))?.nextAt).toEqual(new Date('2026-11-25T18:00:00Z'))
    // Twelve hours apart, an hour of the day is left: 8:00 in Singapore, 20:00 in New York
    expect(at('2026-07-01T13:00:00Z', ann(newYork), bob('Asia/Singapore'))?.nextAt).toEqual(
      new Date('2026-07-02T00:00:00Z'),
    )
  })

  test('there may be no such time', () => {
    // Never: eight or nine hours apart around the globe
    const all = [ann('America/Los_Angeles'), bob('Europe/London'), cy('Asia/Tokyo')]
    expect(at('2026-11-24T11:00:00Z', ...all)).toMatchObject({
      names: ['Ann'],
      times: ['03:00'],
      nextAt: null,
      isTheirStart: false,
    })
  })
})
