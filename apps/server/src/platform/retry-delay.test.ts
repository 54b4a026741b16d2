import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

test('delays double up to ten seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 2000].map(retryDelayMs)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000])
})
