import { expect, it } from 'vitest'
import { createTimes } from '../platform/times.ts'
import { awayText, awayUntil } from './away-text.ts'

// Wednesday, 1:00 PM in New York.
const now = () => Date.parse('2026-11-25T18:00:00Z')
const times = createTimes({ now, timeZone: 'America/New_York', hourCycle: 'h12' })
const plain = (text: string | null) => text?.replaceAll('\u202F', ' ') ?? null
const until = new Date('2026-11-30T14:00:00Z')

it('says why and until when someone is away, in the reader’s time zone', () => {
  expect(awayText(null, times)).toBeNull()
  expect(plain(awayText({ reason: 'outOfHours', until }, times))).toBe('Out of hours until Mon 9:00 AM')
  const pause = { reason: 'paused', until: new Date('2026-11-25T19:00:00Z') } as const
  expect(plain(awayText(pause, times))).toBe('Paused until 2:00 PM')
  expect(awayText({ reason: 'outOfHours', until: null }, times)).toBe('Out of hours')
})

it('says until when in a sentence', () => {
  expect(plain(awayUntil({ reason: 'paused', until }, times))).toBe('away until Mon 9:00 AM')
  expect(awayUntil({ reason: 'outOfHours', until: null }, times)).toBe('away')
})
