import type { ChatId, DeliveryStatus, TenantId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/index.ts'
import type { DeliveryId } from '../../../transcript/index.ts'
import { matchUnknowns } from './match-unknowns.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const at = (seconds: number) => new Date(NOON + seconds * 1000)

function unresolved(seconds: number, status: DeliveryStatus = 'unknown') {
  const ids = { tenantId: newId<TenantId>(), chatId: newId<ChatId>(), id: newId<DeliveryId>() }
  return { ...ids, status, body: 'Hello', postedAt: at(seconds) }
}

function listed(sid: string, seconds: number, body = 'Hello') {
  const number = { from: '+12025550100', to: '+12025550142' }
  const more = { status: 'sent', direction: 'outbound-api', mediaCount: 0, errorCode: null, sentAt: null }
  return { sid, body, createdAt: at(seconds), ...number, ...more }
}

const sids = (...[texts, found]: Parameters<typeof matchUnknowns>) =>
  matchUnknowns(texts, found).map((match) => match.found.sid)

test.each([
  ['as long before as clocks may differ', -60, ['SM1']],
  ['earlier than that', -61, []],
  ['as long after as a request and clocks may take', 120, ['SM1']],
  ['later than that', 121, []],
])('Twilio’s text may be %s', (_, seconds, wanted) => {
  expect(sids([unresolved(0)], [listed('SM1', seconds)])).toEqual(wanted)
})

test('a text with other words is another', () => {
  expect(sids([unresolved(0)], [listed('SM1', 0, 'Hello?')])).toEqual([])
})

test('texts with the same words are told apart by their order, where Twilio has as many', () => {
  const texts = [unresolved(0), unresolved(10)]
  expect(sids(texts, [listed('SM2', 11), listed('SM1', 1)])).toEqual(['SM1', 'SM2'])
  expect(sids(texts, [listed('SM1', 1)])).toEqual([])
  expect(sids(texts, [listed('SM1', 1), listed('SM2', 11), listed('SM3', 12)])).toEqual([])
})

test('a text that is being sent now, or was marked as sent, may be the one in the list', () => {
  for (const status of ['sending', 'sent'] as const) {
    const texts = [unresolved(0), unresolved(5, status)]
    expect(sids(texts, [listed('SM1', 4)])).toEqual([])
    expect(sids(texts, [listed('SM1', 1), listed('SM2', 6)])).toEqual(['SM1'])
  }
})
