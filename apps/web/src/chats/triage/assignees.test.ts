import type { User, UserId } from '@partyline/contract'
import { expect, it } from 'vitest'
import { MARTAS_MEMBER, ME, MY_MEMBER } from '../../core/tests/sample-chats.ts'
import { assigneeOptions } from './assignees.ts'

const userOf = (id: string, name: string, parts: Partial<User> = {}) =>
  ({ id: id as UserId, name, workingHours: null, pausedUntil: null, ...parts }) as User
const [ANA, BEN, ZOE] = [userOf(ME, 'Ana Lopez'), userOf('ben', 'Ben Adams'), userOf('zoe', 'Zoé Zimmer')]
const ZOES_MEMBER = { ...MY_MEMBER, id: ZOE.id as string as typeof ME, name: ZOE.name }

const NOW = new Date('2026-11-25T15:00:00Z')

const named = (term = '', members = [MY_MEMBER, ZOES_MEMBER, MARTAS_MEMBER]) =>
  assigneeOptions({
    users: [BEN, userOf('out', 'Out Ofoffice', { disabled: true }), ZOE, ANA],
    members,
    me: ME,
    term,
    now: NOW,
  }).map(({ name, isMember }) => `${name}${isMember ? '' : ' +'}`)

it('offers the person, then the members, then other enabled users', () => {
  expect(named()).toEqual(['Ana Lopez', 'Zoé Zimmer', 'Ben Adams +'])
})

it('offers the person first even if they are not a member, and former members like other users', () => {
  expect(named('', [{ ...ZOES_MEMBER, deletedOn: '2026-11-05T08:00:00.000Z' }])).toEqual([
    'Ana Lopez +',
    'Ben Adams +',
    'Zoé Zimmer +',
  ])
})

it('finds a name regardless of case and accents', () => {
  expect(named('ZOE')).toEqual(['Zoé Zimmer'])
  expect(named('nobody')).toEqual([])
})

it('knows who is away now', () => {
  const pausedUntil = '2026-11-25T16:00:00.000Z'
  const users = [
    { ...ANA, pausedUntil },
    { ...BEN, pausedUntil },
  ]
  const options = (now: Date) =>
    assigneeOptions({ users, members: [], me: ME, term: '', now }).map(({ name, away }) => [name, away])
  expect(options(NOW)).toEqual([
    ['Ana Lopez', null],
    ['Ben Adams', { reason: 'paused', until: new Date(pausedUntil) }],
  ])
  expect(options(new Date(pausedUntil))).toEqual([
    ['Ana Lopez', null],
    ['Ben Adams', null],
  ])
})
