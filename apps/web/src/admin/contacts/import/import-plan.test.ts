import type { CheckedContact } from '@partyline/contract'
import { expect, test } from 'vitest'
import { checkable, countStates, newContacts, planOf } from './import-plan.ts'

const contact = (name: string, number: string, fault: string | null = null) => ({
  name,
  number,
  phones: [],
  remark: null,
  fault,
})
const ROWS = [
  contact(' Ann ', '(202) 555-0142'),
  contact('Fay', '', 'This contact has no phone number.'),
  contact('Bob', '+12025550143'),
  contact('Ann', '2025550142'),
  contact('Cy', '12'),
]
const CHECKS: CheckedContact[] = [
  { state: 'new', number: '+12025550142', knownAs: null, reason: null },
  { state: 'known', number: '+12025550143', knownAs: 'Robert', reason: null },
  { state: 'repeated', number: '+12025550142', knownAs: null, reason: null },
  { state: 'refused', number: null, knownAs: null, reason: 'Number should be a valid phone number.' },
]

test('imports only new contacts, with trimmed names and normalized numbers', () => {
  const plan = planOf(ROWS, CHECKS)
  expect(plan.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4])
  expect(newContacts(plan)).toEqual([{ name: 'Ann', number: '+12025550142' }])
  expect(countStates(plan)).toEqual({ new: 1, known: 1, repeated: 1, refused: 2 })
})

test('asks the server only about contacts that the file does not rule out, and keeps their order', () => {
  expect(checkable(ROWS).map(({ name }) => name)).toEqual([' Ann ', 'Bob', 'Ann', 'Cy'])
  const plan = planOf(ROWS, CHECKS)
  expect(plan.map(({ name, check }) => `${name.trim()} ${check.state}`)).toEqual([
    'Ann new',
    'Fay refused',
    'Bob known',
    'Ann repeated',
    'Cy refused',
  ])
  expect(plan[1]?.check.reason).toBe('This contact has no phone number.')
})

test('omits rows that were not checked', () => {
  expect(planOf(ROWS, CHECKS.slice(0, 1))).toHaveLength(2)
})
