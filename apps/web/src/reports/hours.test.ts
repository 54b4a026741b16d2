import { expect, test } from 'vitest'
import { busiestOf, shadeOf, SHADES } from './hours.ts'

test('only an hour without texts has no shade', () => {
  expect(shadeOf(0, 1_000)).toBe(0)
  expect(shadeOf(1, 1_000)).toBe(1)
  expect(shadeOf(1_000, 1_000)).toBe(SHADES)
})

test('the busiest hour is the first of several', () => {
  expect(
    busiestOf([
      [0, 3],
      [5, 0],
      [0, 5],
    ]),
  ).toEqual({ weekday: 1, hour: 0, count: 5 })
  expect(
    busiestOf([
      [0, 0],
      [0, 0],
    ]),
  ).toBeNull()
})
