import { expect, test } from 'vitest'
import { stepsLeft } from './setup-steps.ts'
import type { SetupFacts } from './setup-steps.ts'

const EMPTY: SetupFacts = {
  consented: false,
  accountSid: null,
  twilioNumbers: [],
  teamsUsers: [{ disabled: false }],
  activeChats: 0,
}
const READY: SetupFacts = {
  consented: true,
  accountSid: 'AC1',
  twilioNumbers: [{ disabled: true }, { disabled: false }],
  teamsUsers: [{ disabled: false }, { disabled: false }],
  activeChats: 0,
}

test('a fresh organization has every step before it, and one that is set up none', () => {
  expect(stepsLeft(EMPTY)).toEqual(['consent', 'account', 'people', 'number'])
  expect(stepsLeft(READY)).toEqual([])
})

test.each<[string, Partial<SetupFacts>, string[]]>([
  ['a consent that was taken back', { consented: false }, ['consent']],
  ['an account without a number in use', { twilioNumbers: [{ disabled: true }] }, ['number']],
  ['a colleague who is disabled', { teamsUsers: [{ disabled: false }, { disabled: true }] }, ['people']],
  ['who works alone and has a chat', { teamsUsers: [{ disabled: false }], activeChats: 1 }, []],
])('%s', (_, change, left) => {
  expect(stepsLeft({ ...READY, ...change })).toEqual(left)
})
