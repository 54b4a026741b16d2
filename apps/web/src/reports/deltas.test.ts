import { expect, test } from 'vitest'
import { countDelta, durationDelta, shareDelta } from './deltas.ts'

const plain = (text: string | undefined) => text?.replaceAll('\u00A0', ' ')

test.each([
  [1_284, 1_146, '+138 (12% more)'],
  [90, 100, '−10 (10% fewer)'],
  [1_001, 1_000, '+1 (under 1% more)'],
  [7, 7, 'Same as before'],
  [14, 0, '+14 (none before)'],
  [0, 14, '−14 (none now)'],
  [3_500, 100, '+3,400 (35 times as many)'],
])('%s after %s: %s', (now, before, text) => {
  expect(countDelta(now, before)).toEqual({ text, tone: 'neutral' })
})

test('shorter answer times are better', () => {
  expect(plain(durationDelta(600, 900)?.text)).toBe('−5 min (faster)')
  expect(durationDelta(600, 900)?.tone).toBe('better')
  expect(plain(durationDelta(900, 600)?.text)).toBe('+5 min (slower)')
  expect(durationDelta(900, 600)?.tone).toBe('worse')
})

test('a difference of less than a minute has no sign', () => {
  expect(plain(durationDelta(60, 90)?.text)).toBe('Under 1 min faster')
  expect(plain(durationDelta(90, 60)?.text)).toBe('Under 1 min slower')
})

test('a difference within what percentiles may be off by is none', () => {
  expect(durationDelta(1_040, 1_000)?.text).toBe('About the same as before')
  expect(durationDelta(30, 21)?.text).toBe('About the same as before')
  expect(durationDelta(1_060, 1_000)?.text).not.toBe('About the same as before')
})

test('without answers there is nothing to compare', () => {
  expect(durationDelta(null, 600)).toBeNull()
  expect(durationDelta(600, null)).toEqual({ text: 'No answers before', tone: 'neutral' })
  expect(shareDelta(null, 0.5)).toBeNull()
  expect(shareDelta(0.5, null)).toEqual({ text: 'No answers before', tone: 'neutral' })
})

test.each([
  [0.81, 0.77, '+4 points (better)', 'better'],
  [0.76, 0.77, '−1 point (worse)', 'worse'],
  [0.771, 0.769, 'Same as before', 'neutral'],
])('a share of %s after %s: %s', (now, before, text, tone) => {
  expect(shareDelta(now, before)).toEqual({ text, tone })
})
