import type { TwilioNumber, User } from '@partyline/contract'
import { expect, test } from 'vitest'
import { proposedUsers, reachesNoOne } from './default-users.ts'

const user = (id: string, disabled = false) => ({ id, disabled }) as User
const TEAM = [user('dana'), user('omar'), user('gone', true)]
const number = (assignedUsers: string[], disabled = false) => ({ assignedUsers, disabled }) as TwilioNumber

test('a number that is put into use proposes everyone enabled, unless it already has default users', () => {
  expect([...proposedUsers(number([]), TEAM)]).toEqual(['dana', 'omar'])
  expect([...proposedUsers(number(['omar']), TEAM)]).toEqual(['omar'])
})

test.each([
  ['in use without default users', number([]), true],
  ['in use with a disabled default user only', number(['gone']), true],
  ['in use with an enabled default user', number(['gone', 'dana']), false],
  ['not in use', number([], true), false],
])('a number %s reaches no one: %s', (_, one, expected) => {
  expect(reachesNoOne(one, TEAM)).toBe(expected)
})
