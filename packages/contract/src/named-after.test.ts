import { expect, test } from 'vitest'
import { isNamedAfterNumber } from './named-after.ts'

test.each([
  ['(202) 555-0142', '+12025550142'],
  ['+1 202 555 0142', '+12025550142'],
  ['020 7946 0958', '+442079460958'],
  ['8 (912) 345-67-89', '+79123456789'],
  ['72345', '72345'],
  ['AMAZON', 'AMAZON'],
])('%s is named after %s', (name, number) => {
  expect(isNamedAfterNumber(name, number)).toBe(true)
})

test.each([
  ['Tom Miller', '+12025550142'],
  ['(202) 555-0143', '+12025550142'],
  ['Tom (202) 555-0142', '+12025550142'],
  ['42', '+12025550142'],
  ['', '+12025550142'],
])('%s is not named after %s', (name, number) => {
  expect(isNamedAfterNumber(name, number)).toBe(false)
})
