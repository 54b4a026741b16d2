import { expect, test } from 'vitest'
import { ageOf } from './age.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

test.each([
  [-5_000, 'less than a minute'],
  [59_999, 'less than a minute'],
  [60_000, 'one minute'],
  [59 * 60_000, '59 minutes'],
  [3_600_000, 'one hour'],
  [26 * 3_600_000, 'one day'],
  [50 * 3_600_000, '2 days'],
])('%i ms is formatted as %s', (ms, words) => {
  expect(ageOf(new Date(NOW.getTime() - ms), NOW)).toBe(words)
})
