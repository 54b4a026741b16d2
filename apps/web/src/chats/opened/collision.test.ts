import type { Member, Message } from '@partyline/contract'
import { expect, it } from 'vitest'
import { DANA, MARTA, ME, messageId, sampleMessage } from '../../core/tests/sample-messages.ts'
import { knownOf, missedReplies, repliesSince } from './collision.ts'

const people = new Map(
  [ME, DANA, MARTA].map((id) => [id, { id, role: id === MARTA ? 'ExternalMobile' : 'TeamsUser' } as Member]),
)
const parts = { people, me: ME }
const from = (index: number, sentBy: Message['sentBy']) => sampleMessage(index, { sentBy })
const held = (index: number, sentBy: Message['sentBy']): Message => ({
  ...from(index, sentBy),
  pending: { state: 'held', sendOn: '2026-11-20T09:00:00.000Z', cancelOnReply: false, reason: null, owner: null },
})
const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id)

const before = { messages: [from(1, MARTA)], pending: [] }
const known = knownOf(before)

it('finds what colleagues sent or hold since, but neither contacts nor oneself', () => {
  const now = { messages: [...before.messages, from(2, MARTA), from(3, DANA), from(4, ME)], pending: [held(5, DANA)] }
  expect(idsOf(repliesSince(known, now, parts))).toEqual([messageId(3), messageId(5)])
  expect(repliesSince(knownOf(now), now, parts)).toEqual([])
  expect(idsOf(repliesSince(knownOf({ messages: [], pending: [] }), now, parts))).toEqual([messageId(3), messageId(5)])
})

it('does not count a held message again once it is sent', () => {
  const seen = knownOf({ ...before, pending: [held(5, DANA)] })
  expect(repliesSince(seen, { messages: [...before.messages, from(5, DANA)], pending: [] }, parts)).toEqual([])
})

it('asks only the second of two who send at once, and only while it is held', () => {
  const first = { ...before, pending: [held(5, DANA), held(6, ME)] }
  expect(idsOf(missedReplies(known, first, parts))).toEqual([messageId(5)])
  expect(missedReplies(known, { ...before, pending: [held(5, ME), held(6, DANA)] }, parts)).toEqual([])
  const released = { messages: [...before.messages, from(5, DANA)], pending: [held(6, ME)] }
  expect(idsOf(missedReplies(known, released, parts))).toEqual([messageId(5)])
  expect(missedReplies(known, { ...released, pending: [] }, parts)).toEqual([])
})
