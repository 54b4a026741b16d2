import type { MessageId } from '@partyline/contract'
import * as fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { idAfter, idsOfTime } from './message-id.ts'

test('an ID is greater than the last message’s, even if that is ahead of the clock', () => {
  const minute = 60_000
  fc.assert(
    fc.property(fc.integer({ min: -minute, max: minute }), (ahead) => {
      const last = v7({ msecs: Date.now() + ahead }) as MessageId
      expect(idAfter(last) > last).toBe(true)
    }),
  )
})

test('the ID of a chat’s first message has the current time', () => {
  const before = Date.now()
  const written = Number.parseInt(idAfter(null).replaceAll('-', '').slice(0, 12), 16)
  expect(written).toBeGreaterThanOrEqual(before)
  expect(written).toBeLessThanOrEqual(Date.now())
})

test('the bounds of a time have the ids of all its messages, also where the clocks of two servers disagree', () => {
  const at = (time: string) => v7({ msecs: Date.parse(time) })
  const { first, last } = idsOfTime({ from: '2026-11-21T12:00:00Z', to: '2026-11-21T14:00:00+01:00' })
  const isInside = (time: string) => at(time) >= first && at(time) <= last
  expect(['11:10', '12:00', '13:00', '13:50'].map((time) => isInside(`2026-11-21T${time}:00Z`))).toEqual(
    Array(4).fill(true),
  )
  expect(['10:50', '14:10'].map((time) => isInside(`2026-11-21T${time}:00Z`))).toEqual([false, false])
  const unbounded = idsOfTime({})
  expect([at('1970-01-01T00:00:00Z') >= unbounded.first, at('9999-12-31T00:00:00Z') <= unbounded.last]).toEqual([
    true,
    true,
  ])
  expect(idsOfTime({ from: '1969-01-01T00:00:00Z' }).first).toBe(unbounded.first)
})
