import type { Delivery } from '@partyline/contract'
import { describe, expect, test } from 'vitest'
import { DANA, LUIS, MARTA, ME, MEMBERS, record, sampleMessage } from '../../core/tests/sample-messages.ts'
import { isDismissed, undeliveredOf } from './undelivered.ts'

const sent = (delivery: Delivery[], sentBy = ME) => sampleMessage(1, { sentBy, delivery })
const dismissed = { dismissed: true }

describe('undeliveredOf', () => {
  test('separates failed deliveries from unknown ones', () => {
    const delivery = [record(MARTA, 'undelivered'), record(LUIS, 'unknown'), record(DANA, 'read')]
    expect(undeliveredOf(sent(delivery), MEMBERS)).toEqual({ failed: [MARTA], unknown: [LUIS], isMarked: true })
  })

  test('leaves out dismissed failures and skipped deliveries', () => {
    const delivery = [record(MARTA, 'failed', dismissed), record(LUIS, 'skipped')]
    expect(undeliveredOf(sent(delivery), MEMBERS)).toEqual({ failed: [], unknown: [], isMarked: false })
  })

  test('keeps the mark if the contact has left, although nothing can be resent', () => {
    const members = MEMBERS.map((member) => (member.id === MARTA ? { ...member, deletedOn: member.addedOn } : member))
    expect(undeliveredOf(sent([record(MARTA, 'failed')]), members)).toEqual({ failed: [], unknown: [], isMarked: true })
  })

  test('does not mark a failed relay', () => {
    expect(undeliveredOf(sent([record(LUIS, 'failed')], MARTA), MEMBERS)).toMatchObject({
      failed: [LUIS],
      isMarked: false,
    })
  })
})

test('isDismissed is true only if there were failures and all are dismissed', () => {
  expect(isDismissed(sent([record(MARTA, 'delivered')]))).toBe(false)
  expect(isDismissed(sent([record(MARTA, 'failed', dismissed), record(LUIS, 'failed')]))).toBe(false)
  expect(isDismissed(sent([record(MARTA, 'failed', dismissed), record(LUIS, 'delivered')]))).toBe(true)
})
