import type { NumberId, TwilioNumber, User, UserId } from '@partyline/contract'
import { expect, it } from 'vitest'
import { MARTAS_MEMBER, ME, MY_MEMBER, sampleItem } from '../../core/tests/sample-chats.ts'
import { chatQuestion } from './chat-question.ts'

const OMAR = '0000000a-0000-4000-8000-000000000002' as UserId
const NOW = new Date('2026-11-25T15:00:00Z')
const lineOf = (id: NumberId, ...assignedUsers: UserId[]) => ({ id, assignedUsers }) as TwilioNumber

function asked(parts: Parameters<typeof sampleItem>[1] = {}, omar: Partial<User> = {}, lines: TwilioNumber[] = []) {
  const user = { id: OMAR, disabled: false, workingHours: null, pausedUntil: null, ...omar } as User
  return chatQuestion(sampleItem(1, parts), { me: ME, users: [user], lines, now: NOW })
}

it('is about the person: membership, their choice, and the assignee', () => {
  expect(asked({ notify: 'all', unclaimedCount: 1 })).toEqual({
    state: 'open',
    notify: 'all',
    isMember: true,
    isUnclaimed: true,
    assignee: 'nobody',
    answersLine: false,
  })
  expect(asked({ members: [MARTAS_MEMBER] })).toMatchObject({ isMember: false, isUnclaimed: false })
  expect(asked({ members: [{ ...MY_MEMBER, deletedOn: NOW.toISOString() }] })).toMatchObject({ isMember: false })
  expect(asked({ assignedTo: ME as string as UserId })).toMatchObject({ assignee: 'me' })
})

it('the assignee is among the users, unless they are not known yet', () => {
  const disabled = { disabled: true }
  expect(asked({ assignedTo: OMAR }).assignee).toBe('colleague')
  expect(asked({ assignedTo: OMAR }, disabled).assignee).toBe('awayColleague')
  expect(asked({ assignedTo: 'new' as UserId }, disabled).assignee).toBe('colleague')
})

it('the line is that of the chat', () => {
  const { numberId } = sampleItem(1)
  const me = ME as string as UserId
  expect(asked({}, {}, [lineOf('other' as NumberId, me), lineOf(numberId, OMAR)]).answersLine).toBe(false)
  expect(asked({}, {}, [lineOf(numberId, OMAR, me)]).answersLine).toBe(true)
})
