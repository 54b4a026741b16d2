import { expect, test } from 'vitest'
import { cityOf } from './city-of.ts'

test.each([
  ['America/Los_Angeles', 'Los Angeles'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['Asia/Calcutta', 'Kolkata'],
  ['UTC', 'UTC'],
])('people know %s as %s', (zone, city) => {
  expect(cityOf(zone)).toBe(city)
})
