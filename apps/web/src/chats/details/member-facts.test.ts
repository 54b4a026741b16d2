import { expect, it } from 'vitest'
import { MARTAS_MEMBER, MY_MEMBER } from '../sample-chats.ts'
import { memberFacts } from './member-facts.ts'

const factsOf = (member: typeof MY_MEMBER) => memberFacts(member, (instant) => instant.slice(0, 10))

it('says since when a colleague is in the chat, and of a phone nothing: its date is a placeholder', () => {
  expect(factsOf(MY_MEMBER)).toEqual(['Since 2026-11-01'])
  expect(factsOf(MARTAS_MEMBER)).toEqual([])
})

it('says who is switched off, and when somebody left', () => {
  expect(factsOf({ ...MY_MEMBER, disabled: true })).toEqual(['Since 2026-11-01', 'Disabled'])
  expect(factsOf({ ...MARTAS_MEMBER, disabled: true, deletedOn: '2026-11-05T08:00:00.000Z' })).toEqual([
    'Left 2026-11-05',
  ])
})
