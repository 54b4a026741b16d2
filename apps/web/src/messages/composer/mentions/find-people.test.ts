import type { User, UserId } from '@partyline/contract'
import { expect, it } from 'vitest'
import { MY_MEMBER, TENANT } from '../../../core/tests/sample-chats.ts'
import { findPeople } from './find-people.ts'

const user = (name: string, disabled = false): User => ({
  id: name as UserId,
  name,
  tenantId: TENANT,
  role: 'User',
  disabled,
  leftDirectoryAt: null,
  workingHours: null,
  pausedUntil: null,
})
const member = (name: string) => ({ ...MY_MEMBER, id: name as typeof MY_MEMBER.id, name })

const USERS = ['Ana', 'Me', 'Omar Haddad', 'Zoë Lee'].map((name) => user(name))
const ME = 'Me' as UserId
const found = (term: string, members = [member('Me'), member('Zoë Lee')], users = USERS) =>
  findPeople(users, members, { term, me: ME }).map(({ name, isMember }) => `${name}${isMember ? '' : ' (not in)'}`)

it('offers the chat’s members, everyone, and then the other users, but not oneself', () => {
  expect(found('')).toEqual(['Zoë Lee', 'everyone', 'Ana (not in)', 'Omar Haddad (not in)'])
})

it('finds any part of a name, regardless of case and accents', () => {
  expect(found('OE')).toEqual(['Zoë Lee'])
  expect(found('mar had')).toEqual(['Omar Haddad (not in)'])
  expect(found('EVERYONE')).toEqual(['everyone'])
  expect(found('in this chat')).toEqual(['everyone'])
  expect(found('xyz')).toEqual([])
})

it('offers neither disabled users, nor everyone where there is no one else', () => {
  const users = [...USERS.filter(({ name }) => name !== 'Zoë Lee'), user('Zoë Lee', true)]
  expect(found('', undefined, users)).toEqual(['Ana (not in)', 'Omar Haddad (not in)'])
  const gone = { ...member('Zoë Lee'), deletedOn: '2026-11-05T08:00:00.000Z' }
  expect(found('', [member('Me'), gone])).toEqual(['Ana (not in)', 'Omar Haddad (not in)', 'Zoë Lee (not in)'])
})
