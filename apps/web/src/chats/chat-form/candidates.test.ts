import type { NumberId, PhoneNumber, TenantId, User, UserId } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { beginningsFirst, firstMembers, matching, offered, phoneCandidate, userCandidates } from './candidates.ts'
import type { Candidate } from './candidates.ts'

const user = (id: string, name: string, disabled = false): User => ({
  id: id as UserId,
  name,
  tenantId: 'tenant' as TenantId,
  role: 'User',
  disabled,
  leftDirectoryAt: null,
  workingHours: null,
  pausedUntil: null,
})
const mobile = (id: string, name: string, number: string): PhoneNumber => ({
  id: id as NumberId,
  name,
  number,
  type: 'Mobile',
  disabled: false,
})

const USERS = [user('u1', 'Dana Cole'), user('u2', 'Ana Lopez'), user('u3', 'Zoe Left', true)]
const PHONES = [mobile('m1', 'Marta Rivera', '+12025550142'), mobile('m2', 'Jose Zuniga', '+12025550199')]
const TEAM = userCandidates(USERS)
const CONTACTS = PHONES.map(phoneCandidate)
const namesOf = (candidates: readonly Candidate[]) => candidates.map(({ name }) => name)
const found = (term: string) => namesOf(matching([...TEAM, ...CONTACTS], term))
const among = (parts: Partial<Parameters<typeof offered>[0]>) =>
  namesOf(offered({ users: TEAM, contacts: CONTACTS, moreFollow: false, chosen: [], ...parts }))

describe('candidates', () => {
  it('include only enabled users, by name', () => {
    expect(namesOf(TEAM)).toEqual(['Ana Lopez', 'Dana Cole'])
  })

  it('match by name regardless of accents, and by number in any format', () => {
    expect(found('mar')).toEqual(['Marta Rivera'])
    expect(found('josé')).toEqual(['Jose Zuniga'])
    expect(found('lópez')).toEqual(['Ana Lopez'])
    expect(found('(202) 555-01')).toEqual(['Marta Rivera', 'Jose Zuniga'])
    expect(found('+1 202.555.0142')).toEqual(['Marta Rivera'])
    expect(found('nobody 2')).toEqual([])
  })

  it('have those first whose name begins with the term, then those of whom another word does', () => {
    const people = ['Aiyana Brown', 'Joanna Anand', 'Ánastasia Rossi', 'Anatol Berg'].map((name) => ({ name }))
    const namesFor = (term: string) => beginningsFirst(people, term).map(({ name }) => name)
    expect(namesFor('ana')).toEqual(['Ánastasia Rossi', 'Anatol Berg', 'Joanna Anand', 'Aiyana Brown'])
    expect(namesFor('')).toEqual(people.map(({ name }) => name))
  })

  it('are sorted by name, users and contacts together', () => {
    expect(among({})).toEqual(['Ana Lopez', 'Dana Cole', 'Jose Zuniga', 'Marta Rivera'])
  })

  it('exclude members already chosen', () => {
    expect(among({ chosen: TEAM.slice(0, 1) })).toEqual(['Dana Cole', 'Jose Zuniga', 'Marta Rivera'])
  })

  it('omit users that sort after the last loaded contact while more contacts follow', () => {
    const zoe = userCandidates([user('u4', 'Zoe Young')])
    expect(among({ users: [...TEAM, ...zoe], moreFollow: true }).at(-1)).toBe('Marta Rivera')
    expect(among({ users: [...TEAM, ...zoe], moreFollow: false }).at(-1)).toBe('Zoe Young')
  })
})

it('proposes the creator and the enabled default users of the line as first members', () => {
  const number = { assignedUsers: ['u1' as UserId, 'u3' as UserId] }
  expect(firstMembers(TEAM, { me: 'u2', number }).map(({ id }) => id)).toEqual(['u2', 'u1'])
  expect(firstMembers(TEAM, { me: 'u2', number: undefined }).map(({ id }) => id)).toEqual(['u2'])
})
