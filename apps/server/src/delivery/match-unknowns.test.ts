import type { ChatId, DeliveryStatus, TenantId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { newId } from '../platform/index.ts'
import type { DeliveryId } from '../transcript/index.ts'
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
  ['up to 60 seconds before the post', -60, ['SM1']],
  ['more than 60 seconds before it', -61, []],
  ['up to 120 seconds after it', 120, ['SM1']],
  ['more than 120 seconds after it', 121, []],
])('a text in Twilio’s list is matched by its time: %s', (_, seconds, wanted) => {
  expect(sids([unresolved(0)], [listed('SM1', seconds)])).toEqual(wanted)
})

test('a text with another body does not match', () => {
  expect(sids([unresolved(0)], [listed('SM1', 0, 'Hello?')])).toEqual([])
})

test('texts with the same body are matched in order if Twilio lists exactly as many', () => {
  const texts = [unresolved(0), unresolved(10)]
  expect(sids(texts, [listed('SM2', 11), listed('SM1', 1)])).toEqual(['SM1', 'SM2'])
  expect(sids(texts, [listed('SM1', 1)])).toEqual([])
  expect(sids(texts, [listed('SM1', 1), listed('SM2', 11), listed('SM3', 12)])).toEqual([])
})

test.each([
  [180, []],
  [181, ['SM1']],
])('texts with the same body, posted %i seconds apart, are matched together or separately', (seconds, wanted) => {
  expect(sids([unresolved(0), unresolved(seconds)], [listed('SM1', seconds)])).toEqual(wanted)
})

test('a text that is being sent or was marked as sent may be the listed one', () => {
  for (const status of ['sending', 'sent'] as const) {
    const texts = [unresolved(0), unresolved(5, status)]
    expect(sids(texts, [listed('SM1', 4)])).toEqual([])
    expect(sids(texts, [listed('SM1', 1), listed('SM2', 6)])).toEqual(['SM1'])
  }
})
