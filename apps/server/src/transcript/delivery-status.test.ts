import { deliveryStatus } from '@partyline/contract'
import type { DeliveryStatus } from '@partyline/contract'
import { describe, expect, test } from 'vitest'
import { statusesBefore } from './delivery-status.ts'

/** Repeated here on purpose. */
const RANK: Record<DeliveryStatus, number> = {
  queued: 0,
  sending: 1,
  sent: 2,
  delivered: 3,
  undelivered: 2.5,
  failed: 3,
  skipped: 3,
  read: 3,
  unknown: 1.5,
}
const known = deliveryStatus.options.filter((status) => status !== 'unknown')

describe.for(known)('a delivery becomes %s', (next) => {
  test('only from a lower status or from unknown', () => {
    for (const before of statusesBefore(next)) {
      expect(before === 'unknown' || RANK[before] < RANK[next]).toBe(true)
    }
  })
})

test('a final status does not change, except that a delivery receipt overrides an earlier failure', () => {
  const before = new Set(known.flatMap(statusesBefore))
  for (const status of ['delivered', 'failed', 'skipped', 'read'] as const) {
    expect(before.has(status)).toBe(false)
  }
  expect(known.filter((next) => statusesBefore(next).includes('undelivered'))).toEqual(['delivered'])
})

test('only a text that is being sent can become unknown, and unknown can become whatever Twilio reports', () => {
  expect(statusesBefore('unknown')).toEqual(['sending'])
  const after = known.filter((next) => statusesBefore(next).includes('unknown'))
  expect(after.toSorted()).toEqual(['delivered', 'failed', 'sending', 'sent', 'undelivered'])
})

test('no outcome queues or skips a text', () => {
  expect([...statusesBefore('queued'), ...statusesBefore('skipped')]).toEqual([])
})
