import type { NumberId, TwilioNumber } from '@partyline/contract'
import { expect, test } from 'vitest'
import { lineToText } from './usual-line.ts'

const [desk, billing, recall] = ['desk', 'billing', 'recall'].map((id) => ({ id }) as TwilioNumber)
const LINES = [desk, billing, recall] as TwilioNumber[]

test.each([
  ['the usual one', { agreedTo: [] as string[], optedOutOf: [] as string[] }, 'billing'],
  ['the usual one, of those with consent', { agreedTo: ['desk', 'billing'], optedOutOf: [] }, 'billing'],
  ['one with consent', { agreedTo: ['recall'], optedOutOf: [] }, 'recall'],
  ['one without an opt-out', { agreedTo: [], optedOutOf: ['billing', 'desk'] }, 'recall'],
  ['the usual one, with opt-outs of all', { agreedTo: [], optedOutOf: ['billing', 'desk', 'recall'] }, 'billing'],
])('a phone is texted from %s', (_, { agreedTo, optedOutOf }, expected) => {
  const mayText = (id: NumberId) => !optedOutOf.includes(id)
  expect(lineToText(LINES, { usual: billing, agreedTo: agreedTo as NumberId[], mayText })?.id).toBe(expected)
})

test('without lines, there is none', () => {
  expect(lineToText([], { usual: undefined, agreedTo: [], mayText: () => true })).toBeUndefined()
})
