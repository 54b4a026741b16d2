import type { Delivery } from '@partyline/contract'
import { expect, it } from 'vitest'
import { DANA, LUIS, MARTA, ME, MEMBERS, record } from '../../core/tests/sample-messages.ts'
import { deliveryRows } from './delivery-rows.ts'

const rows = (delivery: Delivery[], { sentBy = ME, members = MEMBERS } = {}) =>
  deliveryRows({ sentBy, delivery, automatic: null }, members)
const rowOf = (delivery: Delivery, sentBy = ME) =>
  rows([delivery], { sentBy }).find(({ memberId }) => memberId === delivery.memberId)

it('lists members by the time of their status, those without a status last', () => {
  const delivery = [
    record(MARTA, 'delivered', { updatedOn: '2026-11-20T09:40:00.000Z' }),
    record(ME, 'read', { updatedOn: '2026-11-20T09:36:00.000Z' }),
  ]
  expect(rows(delivery).map(({ memberId }) => memberId)).toEqual([ME, MARTA, DANA, LUIS])
})

it('leaves out disabled members', () => {
  const members = MEMBERS.map((member) => (member.id === LUIS ? { ...member, disabled: true } : member))
  expect(rows([record(LUIS, 'delivered')], { members }).map(({ memberId }) => memberId)).not.toContain(LUIS)
})

it('shows a failed status in words, with its reason', () => {
  expect(rowOf(record(LUIS, 'undelivered', { errorText: 'The phone is switched off.' }))).toMatchObject({
    statusText: 'Not delivered',
    reason: 'The phone is switched off.',
    failed: true,
  })
})

it('labels the author as the sender, whether user or contact', () => {
  expect(rowOf(record(ME, 'read'))?.statusText).toBe('Sender')
  expect(rowOf(record(MARTA, 'read'), MARTA)?.statusText).toBe('Sender')
  expect(rowOf(record(DANA, 'read'), MARTA)?.statusText).toBe('Seen')
})

it('allows resending only if delivery failed or is unknown', () => {
  const repeatable = (['queued', 'sending', 'sent', 'delivered', 'skipped', 'read'] as const).filter(
    (status) => rowOf(record(LUIS, status))?.repeatable,
  )
  expect(repeatable).toEqual([])
  for (const status of ['failed', 'undelivered', 'unknown'] as const) {
    expect(rowOf(record(LUIS, status))).toMatchObject({ repeatable: true, unknown: status === 'unknown' })
  }
})

it('does not count a skipped relay as a failure', () => {
  expect(rowOf(record(LUIS, 'skipped'), MARTA)?.failed).toBe(false)
  expect(rowOf(record(LUIS, 'skipped'), ME)?.failed).toBe(true)
})
