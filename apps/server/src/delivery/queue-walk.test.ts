import type { ChatId, MessageId, NumberId, TenantId } from '@partyline/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryId } from '../transcript/index.ts'
import { senderQueueKey } from './queue-store.ts'
import type { LookedAt, Send } from './queue-store.ts'
import { createQueueWalk, inTurns } from './queue-walk.ts'

const CHAT = 'chat' as ChatId
const MESSAGE = 'message' as MessageId

function queueOf(tenantId: string, phones: readonly string[]): LookedAt {
  const queue = { tenantId: tenantId as TenantId, fromNumberId: 'number' as NumberId }
  const send = { ...queue, chatId: CHAT, messageId: MESSAGE, requestId: null, hasMedia: false }
  return { ...queue, sends: phones.map((toNumber) => ({ ...send, id: toNumber as DeliveryId, toNumber })) }
}

test('queues take turns', () => {
  const queues = [queueOf('a', ['a1', 'a2', 'a3']), queueOf('b', ['b1']), queueOf('c', ['c1', 'c2'])]
  expect(inTurns(queues).map(({ toNumber }) => toNumber)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(inTurns([])).toEqual([])
})

/** The result of `dueSends` for endless queues: each phone always has another text. */
function lookAt(queue: readonly LookedAt[], walk: ReturnType<typeof createQueueWalk>, size: Size): LookedAt[] {
  const { after, places } = walk.place()
  return queue
    .filter((queue) => after === null || senderQueueKey(queue) > senderQueueKey(after))
    .slice(0, size.queues)
    .map((queue) => {
      const place = places.find((one) => senderQueueKey(one) === senderQueueKey(queue))?.toNumber ?? ''
      return { ...queue, sends: queue.sends.filter(({ toNumber }) => toNumber > place).slice(0, size.perQueue) }
    })
}
type Size = { queues: number; perQueue: number }

test('every phone gets its turn, for any queues and limits', () => {
  const queues = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }).map((counts) =>
    counts.map((count, index) =>
      queueOf(
        `t${index}`,
        Array.from({ length: count }, (_, phone) => `${index}-${phone}`),
      ),
    ),
  )
  const sizes = fc.record({ queues: fc.integer({ min: 1, max: 4 }), perQueue: fc.integer({ min: 1, max: 4 }) })
  fc.assert(
    fc.property(queues, sizes, fc.integer({ min: 1, max: 5 }), (queue, size, room) => {
      const walk = createQueueWalk()
      const served = new Set<string>()
      const everybody = queue.flatMap(({ sends }) => sends).length
      // Each round advances each queue by at least one phone, and takes one poll per queue plus one.
      for (let look = 0; look < (queue.length + 1) * 2 * (everybody + 1); look += 1) {
        const found = lookAt(queue, walk, size)
        const begun = new Set<Send>(inTurns(found).slice(0, Math.max(room, found.length)))
        for (const { id } of begun) served.add(id)
        walk.advance(found, { ...size, begun })
      }
      expect(served.size).toBe(everybody)
    }),
  )
})

test('the end of a walk is reported once, and only if the walk started at the beginning', () => {
  const walk = createQueueWalk()
  const size = { queues: 2, perQueue: 2 }
  const long = queueOf('a', ['a1', 'a2'])
  expect(walk.advance([long], { ...size, begun: new Set(long.sends) })).toBe(false)
  expect(walk.place()).toMatchObject({ after: null, places: [{ tenantId: 'a', toNumber: 'a2' }] })
  const empty = queueOf('a', [])
  expect(walk.advance([empty], { ...size, begun: new Set() })).toBe(true)
  expect(walk.advance([empty], { ...size, begun: new Set() })).toBe(false)
})

test('the walk continues at the first text that was not started', () => {
  const walk = createQueueWalk()
  const found = queueOf('a', ['a1', 'a2', 'a3'])
  walk.advance([found], { queues: 1, perQueue: 3, begun: new Set(found.sends.slice(0, 1)) })
  expect(walk.place().places).toMatchObject([{ toNumber: 'a1' }])
  walk.advance([found], { queues: 1, perQueue: 3, begun: new Set() })
  expect(walk.place().places).toMatchObject([{ toNumber: 'a1' }])
})
