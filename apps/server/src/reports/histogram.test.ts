import { ANSWER_GOALS } from '@partyline/contract'
import { array, assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { addOne } from './counts.ts'
import { bucketOf, countWithin, percentile, total } from './histogram.ts'
import type { Histogram } from './histogram.ts'

function histogramOf(seconds: readonly number[]): Histogram {
  const histogram: Histogram = {}
  for (const duration of seconds) addOne(histogram, bucketOf(duration))
  return histogram
}

test('a percentile is off by 5 % or ten seconds at most', () => {
  const duration = integer({ min: 0, max: 30 * 86_400 })
  const share = constantFrom(0.1, 0.5, 0.9, 1)
  assert(
    property(array(duration, { minLength: 1, maxLength: 200 }), share, (durations, wanted) => {
      const exact = durations.toSorted((a, b) => a - b)[Math.ceil(wanted * durations.length) - 1] ?? NaN
      const approximate = percentile(histogramOf(durations), wanted) ?? NaN
      expect(Math.abs(approximate - exact)).toBeLessThanOrEqual(Math.max(10, exact * 0.05))
    }),
  )
})

test('who met a goal is exact', () => {
  for (const minutes of ANSWER_GOALS) {
    const goal = minutes * 60
    expect(countWithin(histogramOf([0, goal - 1, goal, goal + 1, 2 * goal]), goal)).toBe(3)
  }
})

test('there is no percentile of nothing, and the longest wait has one', () => {
  expect(percentile({}, 0.5)).toBeNull()
  expect(total(histogramOf([0, 10, 1e9]))).toBe(3)
  expect(percentile(histogramOf([1e9]), 0.5)).toBeGreaterThan(399 * 86_400)
})
