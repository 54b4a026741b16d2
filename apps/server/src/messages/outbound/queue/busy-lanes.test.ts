import type { NumberId, TenantId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { createStillClock } from '../../../../tests/still-clock.ts'
import { createBusyLanes } from './busy-lanes.ts'

const TENANT = 'tenant' as TenantId
const LANE = { tenantId: TENANT, fromNumberId: 'one' as NumberId }
const OTHER = { tenantId: TENANT, fromNumberId: 'two' as NumberId }
const BUSY = { state: 'busy', retryAfterMs: 0 } as const

function start() {
  const clock = createStillClock()
  const lanes = createBusyLanes({ clock, random: () => 0 })
  /** How long the number rests from now on, in milliseconds. */
  const restOf = (lane: typeof LANE) => {
    for (let waited = 0; ; waited += 500) {
      if (!lanes.resting().some(({ fromNumberId }) => fromNumberId === lane.fromNumberId)) return waited
      clock.pass(500)
    }
  }
  return { lanes, restOf }
}

test.each([BUSY, { state: 'unreachable' }] as const)('a number rests longer with every $state in a row', (result) => {
  const { lanes, restOf } = start()
  const rests: number[] = []
  for (let times = 0; times < 4; times += 1) {
    lanes.note(LANE, result)
    rests.push(restOf(LANE))
  }
  expect(rests).toEqual([500, 1_000, 2_000, 4_000])
})

test('a number rests as long as Twilio asks, and no other number with it', () => {
  const { lanes, restOf } = start()
  lanes.note(LANE, { state: 'busy', retryAfterMs: 3_000 })
  expect([restOf(OTHER), restOf(LANE)]).toEqual([0, 3_000])
})

test('an answer ends the rest, and the next one is short again', () => {
  const { lanes, restOf } = start()
  for (let times = 0; times < 3; times += 1) lanes.note(LANE, BUSY)
  lanes.note(LANE, { state: 'accepted', sid: 'SM1', status: 'queued' })
  expect(restOf(LANE)).toBe(0)
  lanes.note(LANE, BUSY)
  expect(restOf(LANE)).toBe(500)
})
