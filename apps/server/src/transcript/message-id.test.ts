import type { MessageId } from '@partyline/contract'
import * as fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { messageIdAfter } from './message-id.ts'

test('an ID is greater than the last message’s, even if that is ahead of the clock', () => {
  const minute = 60_000
  fc.assert(
    fc.property(fc.integer({ min: -minute, max: minute }), (ahead) => {
      const last = v7({ msecs: Date.now() + ahead }) as MessageId
      expect(messageIdAfter(last) > last).toBe(true)
    }),
  )
})

test('the ID of a chat’s first message has the current time', () => {
  const before = Date.now()
  const written = Number.parseInt(messageIdAfter(null).replaceAll('-', '').slice(0, 12), 16)
  expect(written).toBeGreaterThanOrEqual(before)
  expect(written).toBeLessThanOrEqual(Date.now())
})
