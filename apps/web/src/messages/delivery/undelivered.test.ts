import type { Delivery } from '@partyline/contract'
import { describe, expect, test } from 'vitest'
import { DANA, LUIS, MARTA, ME, MEMBERS, record, sampleMessage } from '../sample-messages.ts'
import { isDismissed, undeliveredOf } from './undelivered.ts'

const sent = (delivery: Delivery[], sentBy = ME) => sampleMessage(1, { sentBy, delivery })
const dismissed = { dismissed: true }

describe('undeliveredOf', () => {
  test('tells what failed from what may have arrived', () => {
    const delivery = [record(MARTA, 'undelivered'), record(LUIS, 'unknown'), record(DANA, 'read')]
    expect(undeliveredOf(sent(delivery), MEMBERS)).toEqual({ failed: [MARTA], unknown: [LUIS], isMarked: true })
  })

  test('leaves out what was dismissed, delivered, or skipped on purpose', () => {
    const delivery = [record(MARTA, 'failed', dismissed), record(LUIS, 'skipped')]
    expect(undeliveredOf(sent(delivery), MEMBERS)).toEqual({ failed: [], unknown: [], isMarked: false })
  })

  test('keeps the mark when the contact has left and nothing can be sent again', () => {
    const members = MEMBERS.map((member) => (member.id === MARTA ? { ...member, deletedOn: member.addedOn } : member))
    expect(undeliveredOf(sent([record(MARTA, 'failed')]), members)).toEqual({ failed: [], unknown: [], isMarked: true })
  })

  test('marks nothing where one phone’s text did not reach another', () => {
    expect(undeliveredOf(sent([record(LUIS, 'failed')], MARTA), MEMBERS)).toMatchObject({
      failed: [LUIS],
      isMarked: false,
    })
  })
})

test('a failure is dismissed once nothing of it is left', () => {
  expect(isDismissed(sent([record(MARTA, 'delivered')]))).toBe(false)
  expect(isDismissed(sent([record(MARTA, 'failed', dismissed), record(LUIS, 'failed')]))).toBe(false)
  expect(isDismissed(sent([record(MARTA, 'failed', dismissed), record(LUIS, 'delivered')]))).toBe(true)
})
