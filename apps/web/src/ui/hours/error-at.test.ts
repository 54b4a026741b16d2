import { expect, it } from 'vitest'
import { firstMessage } from './error-at.ts'

it('finds the first error in a nested value', () => {
  expect(firstMessage({ week: { monday: [undefined, { to: { message: 'Too early.' } }] } })).toBe('Too early.')
  expect(firstMessage({ week: {} })).toBeUndefined()
})
