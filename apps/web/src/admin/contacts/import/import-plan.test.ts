import type { CheckedContact } from '@partyline/contract'
import { expect, test } from 'vitest'
import { countStates, newContacts, planOf } from './import-plan.ts'

const ROWS = [
  { name: ' Ann ', number: '(202) 555-0142' },
  { name: 'Bob', number: '+12025550143' },
  { name: 'Ann', number: '2025550142' },
  { name: 'Cy', number: '12' },
]
const CHECKS: CheckedContact[] = [
  { state: 'new', number: '+12025550142', knownAs: null, reason: null },
  { state: 'known', number: '+12025550143', knownAs: 'Robert', reason: null },
  { state: 'repeated', number: '+12025550142', knownAs: null, reason: null },
  { state: 'refused', number: null, knownAs: null, reason: 'Number should be a valid phone number.' },
]

test('imports only new contacts, with trimmed names and normalized numbers', () => {
  const plan = planOf(ROWS, CHECKS)
  expect(plan.map(({ row }) => row)).toEqual([1, 2, 3, 4])
  expect(newContacts(plan)).toEqual([{ name: 'Ann', number: '+12025550142' }])
  expect(countStates(plan)).toEqual({ new: 1, known: 1, repeated: 1, refused: 1 })
})

test('omits rows that were not checked', () => {
  expect(planOf(ROWS, CHECKS.slice(0, 1))).toHaveLength(1)
})
