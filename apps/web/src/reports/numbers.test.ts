import { expect, test } from 'vitest'
import { percentText } from './numbers.ts'

test.each([
  [0, '0%'],
  [0.004, 'under 1%'],
  [0.82, '82%'],
  [0.996, 'over 99%'],
  [1, '100%'],
])('%s is %s', (share, text) => {
  expect(percentText(share)).toBe(text)
})
