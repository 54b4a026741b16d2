import type { NumberId, TenantId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { createStillClock } from '../../tests/still-clock.ts'
import { createBusyQueues } from './busy-queues.ts'

const TENANT = 'tenant' as TenantId
const QUEUE = { tenantId: TENANT, fromNumberId: 'one' as NumberId }
const OTHER = { tenantId: TENANT, fromNumberId: 'two' as NumberId }
const BUSY = { state: 'busy', retryAfterMs: 0 } as const

function start() {
  const clock = createStillClock()
  const wakeUps: number[] = []
  const queues = createBusyQueues({ clock, random: () => 0, wakeAfter: (ms) => wakeUps.push(ms) })
  /** How long the line is paused from now on, in milliseconds. */
  const restOf = (queue: typeof QUEUE) => {
    for (let waited = 0; ; waited += 500) {
      if (!queues.resting().some(({ fromNumberId }) => fromNumberId === queue.fromNumberId)) return waited
      clock.pass(500)
    }
  }
  return { queues, restOf, wakeUps }
}

test.each([BUSY, { state: 'unreachable' }] as const)(
  'a line pauses twice as long after every $state in a row',
  (result) => {
    const { queues, restOf, wakeUps } = start()
    const rests: number[] = []
    for (let times = 0; times < 4; times += 1) {
      queues.note(QUEUE, result)
      rests.push(restOf(QUEUE))
    }
    expect(rests).toEqual([500, 1_000, 2_000, 4_000])
    expect(wakeUps).toEqual(rests)
  },
)

test('a line pauses as long as Twilio asks, without affecting other lines', () => {
  const { queues, restOf } = start()
  queues.note(QUEUE, { state: 'busy', retryAfterMs: 3_000 })
  expect([restOf(OTHER), restOf(QUEUE)]).toEqual([0, 3_000])
})

test('a response ends the pause, and the next one is short again', () => {
  const { queues, restOf } = start()
  for (let times = 0; times < 3; times += 1) queues.note(QUEUE, BUSY)
  queues.note(QUEUE, { state: 'accepted', sid: 'SM1', status: 'queued' })
  expect(restOf(QUEUE)).toBe(0)
  queues.note(QUEUE, BUSY)
  expect(restOf(QUEUE)).toBe(500)
})
