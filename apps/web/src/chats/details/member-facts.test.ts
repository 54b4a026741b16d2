import { expect, it } from 'vitest'
import { MARTAS_MEMBER, MY_MEMBER } from '../../core/tests/sample-chats.ts'
import { memberFacts } from './member-facts.ts'

const factsOf = (member: typeof MY_MEMBER) => memberFacts(member, (instant) => instant.slice(0, 10))

it('shows since when a user is in the chat, but not a contact', () => {
  expect(factsOf(MY_MEMBER)).toEqual(['Since 2026-11-01'])
  expect(factsOf(MARTAS_MEMBER)).toEqual([])
})

it('shows that a member is disabled, or only when they left', () => {
  expect(factsOf({ ...MY_MEMBER, disabled: true })).toEqual(['Since 2026-11-01', 'Disabled'])
  expect(factsOf({ ...MARTAS_MEMBER, disabled: true, deletedOn: '2026-11-05T08:00:00.000Z' })).toEqual([
    'Left 2026-11-05',
  ])
})

it('shows that a member has left the organization, and not that they are disabled', () => {
  const left = { ...MY_MEMBER, disabled: true, leftDirectoryAt: '2026-11-05T08:00:00.000Z' }
  expect(factsOf(left)).toEqual(['Since 2026-11-01', 'Has left the organization'])
})

it('does not say of an API key that it is disabled, as it always is', () => {
  expect(factsOf({ ...MY_MEMBER, role: 'ApiKey', disabled: true })).toEqual(['Since 2026-11-01'])
})
