import { expect, it } from 'vitest'
import { createTimes } from '../../platform/times.ts'
import { closedText } from './closed-texts.ts'

// Noon, so that it is the same day in every time zone of the tests.
const times = createTimes({ now: () => new Date(2026, 10, 25, 12).getTime() })
const closed = (opensAt: Date | null, holiday: string | null = null) =>
  closedText({ isOpen: false, opensAt, holiday }, times)?.replaceAll(/[\u2068\u2069]/g, '')

it('says when a closed line opens', () => {
  expect(closedText({ isOpen: true, opensAt: null, holiday: null }, times)).toBeNull()
  expect(closed(new Date(2026, 10, 25, 13))).toMatch(/^Closed, opens 1:00\sPM$/)
  expect(closed(new Date(2026, 10, 30, 8))).toMatch(/^Closed, opens Monday 8:00\sAM$/)
  expect(closed(new Date(2026, 11, 3, 8))).toMatch(/^Closed, opens Dec 3, 8:00\sAM$/)
})

it('names the holiday, and says nothing of an opening that is not known', () => {
  expect(closed(new Date(2026, 10, 27, 8), 'Thanksgiving')).toMatch(/^Closed for Thanksgiving, opens Friday 8:00\sAM$/)
  expect(closed(null)).toBe('Closed')
})
