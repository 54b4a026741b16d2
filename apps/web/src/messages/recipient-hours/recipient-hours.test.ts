import type { Member, OutsideHours } from '@partyline/contract'
import { expect, it, test } from 'vitest'
import { LUIS, MARTA, MEMBERS } from '../../core/tests/sample-messages.ts'
import { zonesOf } from '@partyline/contract/time-zones'
import type { Recipient } from '../send-later/zones.ts'
import { outsideHours, theirTimes } from './outside-hours.ts'
import { outsideText } from './recipient-hours-texts.ts'

const NUMBERS: Partial<Record<string, Partial<Member & Recipient>>> = {
  [MARTA]: { number: '+18085550142' },
  [LUIS]: { number: '+12125550142' },
}

/** Marta is in Honolulu, where it is 6:12, and Luis in New York, where it is 11:12. */
const at = (now: string, numbers = NUMBERS, timeZone = 'UTC') =>
  outsideHours(
    MEMBERS.map((member) => ({ ...member, ...numbers[member.id] })),
    { zonesOf, hours: { timeZone, week: null, holidays: [] }, now: Date.parse(now) },
  )
const MORNING = '2026-11-24T16:12:00Z'

it('is about the contacts who get the text, by their first names', () => {
  expect(at(MORNING)?.names).toEqual(['Marta'])
  expect(at('2026-11-24T12:12:00Z')?.names).toEqual(['Marta', 'Luis'])
  expect(at(MORNING, { ...NUMBERS, [MARTA]: { number: '+18085550142', optedOut: true } })).toBeNull()
  expect(at(MORNING, { ...NUMBERS, [MARTA]: { number: '72345' } })).toBeNull()
})

it('takes the zone of the contact before that of the number', () => {
  const inParis = { ...NUMBERS, [MARTA]: { number: '+18085550142', timeZone: 'Europe/Paris' } }
  expect(at(MORNING, inParis)).toBeNull()
  expect(at('2026-11-24T20:30:00Z', inParis)).toMatchObject({ names: ['Marta'], times: ['21:30'] })
})

it('takes the zone of the line’s hours for a number of no place', () => {
  const tollFree = { ...NUMBERS, [MARTA]: { number: '+18005550142' } }
  expect(at(MORNING, tollFree, 'America/New_York')).toBeNull()
  expect(at(MORNING, tollFree, 'Asia/Kolkata')).toMatchObject({ names: ['Marta'], times: ['21:42'] })
})

it('offers the time at which the hours of all begin', () => {
  expect(theirTimes(at(MORNING))).toMatchObject([
    { label: expect.stringMatching(/^At 8:00\sAM their time$/), at: '2026-11-24T18:00:00.000Z' },
  ])
  // Luis’s hours begin earlier.
  expect(theirTimes(at('2026-11-24T12:12:00Z'))).toMatchObject([
    { label: expect.stringMatching(/^After 8:00\sAM their time$/), at: '2026-11-24T18:00:00.000Z' },
  ])
  expect(theirTimes(null)).toEqual([])
})

test.each([
  [['Ann'], ['06:12'], true, 'It’s 6:12 AM for Ann'],
  [['Ann', 'Luis'], ['06:12'], true, 'It’s 6:12 AM for Ann and Luis'],
  [['Ann', 'Luis', 'Mia'], ['06:12'], true, 'It’s 6:12 AM for Ann and 2 others'],
  [['Ann'], ['07:30'], false, 'It may be 7:30 AM for Ann'],
  [['Ann', 'Luis'], ['22:00', '00:00', '03:30'], true, 'It’s between 10:00 PM and 3:30 AM for Ann and Luis'],
  [['אן', 'Luis'], ['21:00'], true, 'It’s 9:00 PM for \u2068אן\u2069 and Luis'],
])('%j at %j', (names, times, isCertain, text) => {
  const outside: OutsideHours = { names, times, isCertain, nextAt: null, isTheirStart: false }
  expect(outsideText(outside).replaceAll('\u202F', ' ')).toBe(text)
})
