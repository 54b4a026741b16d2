import type { ChatId, NumberId, TenantId } from '@partyline/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryId } from '../../../transcript/index.ts'
import { laneKey } from './queue-store.ts'
import type { LookedAt, Send } from './queue-store.ts'
import { createQueueWalk, inTurns } from './queue-walk.ts'

const CHAT = 'chat' as ChatId

function laneOf(tenantId: string, phones: readonly string[]): LookedAt {
  const lane = { tenantId: tenantId as TenantId, fromNumberId: 'number' as NumberId }
  const send = { ...lane, chatId: CHAT, requestId: null }
  return { ...lane, sends: phones.map((toNumber) => ({ ...send, id: toNumber as DeliveryId, toNumber })) }
}

test('lanes take turns', () => {
  const lanes = [laneOf('a', ['a1', 'a2', 'a3']), laneOf('b', ['b1']), laneOf('c', ['c1', 'c2'])]
  expect(inTurns(lanes).map(({ toNumber }) => toNumber)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(inTurns([])).toEqual([])
})

/** What `dueSends` finds in a queue that never ends: each phone always has another text. */
function lookAt(queue: readonly LookedAt[], walk: ReturnType<typeof createQueueWalk>, size: Size): LookedAt[] {
  const { after, places } = walk.place()
  return queue
    .filter((lane) => after === null || laneKey(lane) > laneKey(after))
    .slice(0, size.lanes)
    .map((lane) => {
      const place = places.find((one) => laneKey(one) === laneKey(lane))?.toNumber ?? ''
      return { ...lane, sends: lane.sends.filter(({ toNumber }) => toNumber > place).slice(0, size.perLane) }
    })
}
type Size = { lanes: number; perLane: number }

test('everybody has their turn, whatever others have to send and however little there is room for', () => {
  const queues = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }).map((lanes) =>
    lanes.map((count, index) =>
      laneOf(
        `t${index}`,
        Array.from({ length: count }, (_, phone) => `${index}-${phone}`),
      ),
    ),
  )
  const sizes = fc.record({ lanes: fc.integer({ min: 1, max: 4 }), perLane: fc.integer({ min: 1, max: 4 }) })
  fc.assert(
    fc.property(queues, sizes, fc.integer({ min: 1, max: 5 }), (queue, size, room) => {
      const walk = createQueueWalk()
      const served = new Set<string>()
      const everybody = queue.flatMap(({ sends }) => sends).length
      // In each round of the lanes each lane gets on by one phone, and a round takes a look for each lane and one more.
      for (let look = 0; look < (queue.length + 1) * 2 * (everybody + 1); look += 1) {
        const found = lookAt(queue, walk, size)
        const begun = new Set<Send>(inTurns(found).slice(0, Math.max(room, found.length)))
        for (const { id } of begun) served.add(id)
        walk.goOn(found, { ...size, begun })
      }
      expect(served.size).toBe(everybody)
    }),
  )
})

test('an end is said once, and only where the walk began within', () => {
  const walk = createQueueWalk()
  const size = { lanes: 2, perLane: 2 }
  const long = laneOf('a', ['a1', 'a2'])
  expect(walk.goOn([long], { ...size, begun: new Set(long.sends) })).toBe(false)
  expect(walk.place()).toMatchObject({ after: null, places: [{ tenantId: 'a', toNumber: 'a2' }] })
  const empty = laneOf('a', [])
  expect(walk.goOn([empty], { ...size, begun: new Set() })).toBe(true)
  expect(walk.goOn([empty], { ...size, begun: new Set() })).toBe(false)
})

test('what there was no room for comes next', () => {
  const walk = createQueueWalk()
  const found = laneOf('a', ['a1', 'a2', 'a3'])
  walk.goOn([found], { lanes: 1, perLane: 3, begun: new Set(found.sends.slice(0, 1)) })
  expect(walk.place().places).toMatchObject([{ toNumber: 'a1' }])
  walk.goOn([found], { lanes: 1, perLane: 3, begun: new Set() })
  expect(walk.place().places).toMatchObject([{ toNumber: 'a1' }])
})
