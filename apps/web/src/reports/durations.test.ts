import { expect, test } from 'vitest'
import { aboutDuration, asLimit, durationText } from './durations.ts'

const plain = (text: string) => text.replaceAll('\u00A0', ' ')

test.each([
  [0, 'under 1 min'],
  [29, 'under 1 min'],
  [56, 'under 1 min'],
  [58, '1 min'],
  [4 * 60, '4 min'],
  [5.4 * 60, '5.4 min'],
  [9.9 * 60, '9.9 min'],
  [10.4 * 60, '10 min'],
  [59 * 60 + 40, '1 h'],
  [130 * 60, '2 h 10 min'],
  [9 * 3600 + 59 * 60, '9 h 59 min'],
  [10 * 3600 + 20 * 60, '10 h'],
  [26 * 3600, '26 h'],
  [72 * 3600, '72 h'],
])('%s seconds are %s', (seconds, text) => {
  expect(plain(durationText(seconds))).toBe(text)
})

test.each([
  [26 * 3600, '26 h'],
  [48 * 3600, '2 days'],
  [72 * 3600, '3 days'],
])('by the clock, %s seconds are %s', (seconds, text) => {
  expect(plain(durationText(seconds, { inDays: true }))).toBe(text)
})

test('approximate durations say so', () => {
  expect(plain(aboutDuration(720))).toBe('about 12 min')
  expect(plain(aboutDuration(10))).toBe('under 1 min')
})

test('within a duration, “under” is not said twice', () => {
  expect(plain(asLimit(durationText(10)))).toBe('1 min')
  expect(plain(asLimit(aboutDuration(10)))).toBe('1 min')
  expect(plain(asLimit(aboutDuration(720)))).toBe('about 12 min')
})
