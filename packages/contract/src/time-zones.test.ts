import { describe, expect, it, test } from 'vitest'
import { zonesOf } from './time-zones.ts'
import { ZONE_PREFIXES } from './zone-prefixes.ts'

describe('the time zones of a number', () => {
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
  ])('%s is %s', (number, zone) => expect(zonesOf(number, null)).toEqual([zone]))

  test.each([
    ['an area code', '+16055550142', ['America/Chicago', 'America/Denver']],
    ['an area code with islands', '+19075550142', ['America/Adak', 'America/Anchorage']],
    ['half an hour apart', '+17095550142', ['America/Puerto_Rico', 'America/St_Johns']],
    ['a mobile number of Indonesia', '+6281234567890', ['Asia/Jakarta', 'Asia/Jayapura', 'Asia/Makassar']],
  ])('are all of them: %s', (_kind, number, zones) => expect(zonesOf(number, null)).toEqual(zones))

  it('are all of a country for mobile numbers that may be anywhere in it, without those of its remote islands', () => {
    const australia = zonesOf('+61491570156', null)
    expect(australia).toContain('Australia/Perth')
    expect(australia).toContain('Australia/Sydney')
    expect(australia).not.toContain('Indian/Cocos')
    expect(zonesOf('+79161234567', null)).toHaveLength(11)
    expect(zonesOf('+529991234567', null)).not.toContain('America/New_York')
  })

  test.each([
    ['a toll-free number', '+18005550142'],
    ['an international toll-free number', '+80012345678'],
    ['a satellite phone', '+881612345678'],
    ['an area code that is not in the table', '+19995550142'],
    ['a service number of Australia', '+611300975707'],
    ['a short code', '72345'],
    ['a named sender', 'LAKESIDE'],
    ['nothing', ''],
  ])('are unknown: %s', (_kind, number) => expect(zonesOf(number, null)).toEqual([]))

  it('are the contact’s own, if it is known', () => {
    expect(zonesOf('+12125550142', 'Pacific/Honolulu')).toEqual(['Pacific/Honolulu'])
    expect(zonesOf('+18005550142', 'Pacific/Honolulu')).toEqual(['Pacific/Honolulu'])
  })

  it('are those of the longest prefix', () => {
    // Sioux Falls and Rapid City share the area code 605.
    expect(zonesOf('+16053355555', null)).toEqual(['America/Chicago'])
    expect(zonesOf('+16053435555', null)).toEqual(['America/Denver'])
    expect(zonesOf('+441481555555', null)).toEqual(['Europe/Guernsey'])
  })
})

describe('the table', () => {
  const lines = ZONE_PREFIXES.trim().split('\n')

  it('has zones that formatters know, and each prefix once', () => {
    const zones = lines.flatMap((line) => line.split(' ')[0]?.split('&')).filter((zone) => zone !== '?')
    for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
    const prefixes = lines.flatMap((line) => line.split(' ').slice(1))
    expect(new Set(prefixes).size).toBe(prefixes.length)
  })

  it('has no prefix longer than those that are looked up', () => {
    const lengths = lines.flatMap((line) => line.split(' ').slice(1)).map(({ length }) => length)
    expect(Math.max(...lengths)).toBe(9)
  })
})
