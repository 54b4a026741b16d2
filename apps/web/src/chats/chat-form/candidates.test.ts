import type { NumberId, PhoneNumber, TenantId, User, UserId } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { candidatesOf, firstMembers, matching } from './candidates.ts'

const user = (id: string, name: string, disabled = false): User => ({
  id: id as UserId,
  name,
  tenantId: 'tenant' as TenantId,
  role: 'User',
  disabled,
})
const mobile = (id: string, name: string, number: string, disabled = false): PhoneNumber => ({
  id: id as NumberId,
  name,
  number,
  type: 'Mobile',
  disabled,
})

const USERS = [user('u1', 'Dana Cole'), user('u2', 'Ana Lopez'), user('u3', 'Zoe Left', true)]
const MOBILES = [mobile('m1', 'Marta Rivera', '+12025550142'), mobile('m2', 'Old Phone', '+12025550199', true)]
const ALL = candidatesOf(USERS, MOBILES)
const found = (term: string, chosen = ALL.slice(0, 0)) => matching(ALL, { term, chosen }).map(({ name }) => name)

describe('candidates', () => {
  it('are the enabled users and phones, by name', () => {
    expect(ALL.map(({ name }) => name)).toEqual(['Ana Lopez', 'Dana Cole', 'Marta Rivera'])
  })

  it('are found by name and by number in any spelling', () => {
    expect(found('mar')).toEqual(['Marta Rivera'])
    expect(found('(202) 555-01')).toEqual(['Marta Rivera'])
    expect(found('+1 202.555')).toEqual(['Marta Rivera'])
    expect(found('nobody 2')).toEqual([])
  })

  it('are offered once', () => {
    expect(found('', ALL.slice(0, 1))).toEqual(['Dana Cole', 'Marta Rivera'])
  })
})

it('offers the creator and the users of the number as the first members', () => {
  const number = { assignedUsers: ['u1' as UserId, 'u3' as UserId] }
  expect(firstMembers(ALL, { me: 'u2', number }).map(({ id }) => id)).toEqual(['u2', 'u1'])
  expect(firstMembers(ALL, { me: 'u2', number: undefined }).map(({ id }) => id)).toEqual(['u2'])
})
