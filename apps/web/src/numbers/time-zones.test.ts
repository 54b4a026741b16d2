import { describe, expect, it, test } from 'vitest'
import { timeZoneOf } from './time-zones.ts'
import { ZONE_PREFIXES } from './zone-prefixes.ts'

describe('the time zone of a number', () => {
  test.each([
    ['+12125550142', 'America/New_York'],
    ['+14155550142', 'America/Los_Angeles'],
    ['+16025550142', 'America/Phoenix'],
    ['+18085550142', 'Pacific/Honolulu'],
    ['+14165550142', 'America/Toronto'],
    ['+17875550142', 'America/Puerto_Rico'],
    ['+442079460958', 'Europe/London'],
    ['+447700900142', 'Europe/London'],
    ['+4930901820', 'Europe/Berlin'],
    ['+4915112345678', 'Europe/Berlin'],
    ['+919812345678', 'Asia/Calcutta'],
    ['+61255501234', 'Australia/Sydney'],
    ['+61733312345', 'Australia/Brisbane'],
    ['+5511955501234', 'America/Sao_Paulo'],
    ['+212612345678', 'Africa/Casablanca'],
    ['+213551234567', 'Africa/Algiers'],
    ['+60123456789', 'Asia/Kuala_Lumpur'],
  ])('%s is %s', (number, zone) => expect(timeZoneOf(number)).toBe(zone))

  test.each([
    ['an area code with several zones', '+16055550142'],
    ['another area code with several zones', '+19075550142'],
    ['a toll-free number', '+18005550142'],
    ['an international toll-free number', '+80012345678'],
    ['a satellite phone', '+881612345678'],
    ['an area code that is not in the table', '+19995550142'],
    ['a mobile number of Australia, which has several zones', '+61491570156'],
    ['a mobile number of Russia, which has several zones', '+79161234567'],
    ['a short code', '72345'],
    ['a named sender', 'LAKESIDE'],
    ['nothing', ''],
  ])('%s is unknown', (_kind, number) => expect(timeZoneOf(number)).toBeNull())

  it('is that of the longest prefix', () => {
    // Sioux Falls and Rapid City share the area code 605.
    expect(timeZoneOf('+16053355555')).toBe('America/Chicago')
    expect(timeZoneOf('+16053435555')).toBe('America/Denver')
    expect(timeZoneOf('+441481555555')).toBe('Europe/Guernsey')
  })
})

describe('the table', () => {
  const lines = ZONE_PREFIXES.trim().split('\n')

  it('has zones that formatters know, and each prefix once', () => {
    const zones = lines.map((line) => line.split(' ')[0]).filter((zone) => zone !== '?')
    for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
    const prefixes = lines.flatMap((line) => line.split(' ').slice(1))
    expect(new Set(prefixes).size).toBe(prefixes.length)
  })

  it('has no prefix longer than those that are looked up', () => {
    const lengths = lines.flatMap((line) => line.split(' ').slice(1)).map(({ length }) => length)
    expect(Math.max(...lengths)).toBe(9)
  })
})
