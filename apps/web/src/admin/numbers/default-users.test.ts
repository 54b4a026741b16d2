import type { TwilioNumber, User } from '@partyline/contract'
import { expect, test } from 'vitest'
import { proposedUsers, reachesNoOne } from './default-users.ts'

const user = (id: string, disabled = false) => ({ id, disabled }) as User
const TEAM = [user('dana'), user('omar'), user('gone', true)]
const number = (assignedUsers: string[], disabled = false) => ({ assignedUsers, disabled }) as TwilioNumber

test('proposedUsers returns all enabled users, unless the line already has default users', () => {
  expect([...proposedUsers(number([]), TEAM)]).toEqual(['dana', 'omar'])
  expect([...proposedUsers(number(['omar']), TEAM)]).toEqual(['omar'])
})

test.each([
  ['in use without default users', true, number([])],
  ['in use with a disabled default user only', true, number(['gone'])],
  ['in use with an enabled default user', false, number(['gone', 'dana'])],
  ['not in use', false, number([], true)],
])('a line %s reaches no one: %s', (_, expected, one) => {
  expect(reachesNoOne(one, TEAM)).toBe(expected)
})
