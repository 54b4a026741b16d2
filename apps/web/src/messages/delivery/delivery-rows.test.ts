import type { Delivery } from '@partyline/contract'
import { expect, it } from 'vitest'
import { DANA, LUIS, MARTA, ME, MEMBERS, record } from '../sample-messages.ts'
import { deliveryRows } from './delivery-rows.ts'

const rows = (delivery: Delivery[], { sentBy = ME, members = MEMBERS } = {}) =>
  deliveryRows({ sentBy, delivery }, members)
const rowOf = (delivery: Delivery, sentBy = ME) =>
  rows([delivery], { sentBy }).find(({ memberId }) => memberId === delivery.memberId)

it('lists enabled members by the time of their status, those without one last', () => {
  const delivery = [
    record(MARTA, 'delivered', { updatedOn: '2026-11-20T09:40:00.000Z' }),
    record(ME, 'read', { updatedOn: '2026-11-20T09:36:00.000Z' }),
  ]
  expect(rows(delivery).map(({ memberId }) => memberId)).toEqual([ME, MARTA, DANA, LUIS])
})

it('leaves out members who are disabled or were removed', () => {
  const members = MEMBERS.map((member) => (member.id === LUIS ? { ...member, disabled: true } : member))
  expect(rows([record(LUIS, 'delivered')], { members }).map(({ memberId }) => memberId)).not.toContain(LUIS)
})

it('says a status in words, and why it failed', () => {
  expect(rowOf(record(LUIS, 'undelivered', { errorText: 'The phone is switched off.' }))).toMatchObject({
    statusText: 'Not delivered',
    reason: 'The phone is switched off.',
    failed: true,
  })
})

it('does not call the author a reader, on either side', () => {
  expect(rowOf(record(ME, 'read'))?.statusText).toBe('Sender')
  expect(rowOf(record(MARTA, 'read'), MARTA)?.statusText).toBe('Sender')
  expect(rowOf(record(DANA, 'read'), MARTA)?.statusText).toBe('Seen')
})

it('can be sent again where it failed or nobody knows, and only then', () => {
  const repeatable = (['queued', 'sending', 'sent', 'delivered', 'skipped', 'read'] as const).filter(
    (status) => rowOf(record(LUIS, status))?.repeatable,
  )
  expect(repeatable).toEqual([])
  for (const status of ['failed', 'undelivered', 'unknown'] as const) {
    expect(rowOf(record(LUIS, status))).toMatchObject({ repeatable: true, unknown: status === 'unknown' })
  }
})

it('takes what was not passed on from phone to phone for no failure', () => {
  expect(rowOf(record(LUIS, 'skipped'), MARTA)?.failed).toBe(false)
  expect(rowOf(record(LUIS, 'skipped'), ME)?.failed).toBe(true)
})
