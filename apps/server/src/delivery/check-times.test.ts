import { expect, test } from 'vitest'
import { nextCheck } from './check-times.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

/** The delay in milliseconds until the next check of a text of this age. */
function pauseOf(status: 'sent' | 'unknown', age: number): number | null {
  const next = nextCheck({ status, postedAt: new Date(NOW.getTime() - age) }, NOW)
  return next && next.getTime() - NOW.getTime()
}

test.each([
  ['sent', 0, 90 * SECOND],
  ['sent', 90 * SECOND, 90 * SECOND],
  ['unknown', 0, 10 * SECOND],
  ['unknown', 11 * SECOND, 11 * SECOND],
  ['sent', 2 * HOUR, 2 * HOUR],
  ['sent', 2 * DAY, DAY],
  ['unknown', 3 * DAY - 1, DAY],
  ['sent', 3 * DAY, null],
  ['unknown', 3 * DAY, null],
] as const)('a text that has been %s for %i ms is checked again in %j ms', (status, age, pause) => {
  expect(pauseOf(status, age)).toBe(pause)
})

test('a text that was never posted is not checked', () => {
  expect(nextCheck({ status: 'unknown', postedAt: null }, NOW)).toBeNull()
})
