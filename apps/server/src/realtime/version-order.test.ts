import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { chatId as chatIdOf, eventWithoutData, tenantId as tenantIdOf } from '@partyline/contract'
import type { ChatId, RealtimeEvent } from '@partyline/contract'
import { assert, asyncProperty, integer, shuffledSubarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createVersionOrder } from './version-order.ts'

const tenantId = tenantIdOf.parse(randomUUID())
const [chat, otherChat] = [chatIdOf.parse(randomUUID()), chatIdOf.parse(randomUUID())]
const hint = eventWithoutData(tenantId, 'UserAdded')

const event = (version: number, chatId: ChatId = chat) =>
  ({ tenantId, chatId, version, area: 'ChatList', kind: 'ChatUpdated' }) as RealtimeEvent

/** An order whose transactions end, and whose time passes, when the test says so. */
function startOrder() {
  const sent: RealtimeEvent[] = []
  const transactions = new Set<Promise<void>>()
  const timers: (() => void)[] = []
  const announce = createVersionOrder({
    send: (events) => sent.push(...events),
    settled: () => Promise.allSettled(transactions),
    clock: {
      now: () => new Date(),
      after(_, callback) {
        timers.push(callback)
        return () => {}
      },
    },
  })
  return {
    announce: (...events: RealtimeEvent[]) => announce(events),
    sent: (chatId = chat) => sent.flatMap((one) => (one.chatId === chatId ? one.version : [])),
    all: () => sent,
    /** A transaction that announces an event once it has ended. */
    begin(later: RealtimeEvent) {
      const { promise, resolve } = Promise.withResolvers<void>()
      transactions.add(promise)
      return async () => {
        resolve()
        transactions.delete(promise)
        await promise
        announce([later])
        await nextTurn()
        await nextTurn()
      }
    },
    async waitLong() {
      for (const end of timers) end()
      await nextTurn()
      await nextTurn()
    },
  }
}

describe('the events of a chat', () => {
  test('that are announced in the order of their versions are sent at once', () => {
    const order = startOrder()
    order.announce(event(1), event(2))
    order.announce(event(3))
    expect(order.sent()).toEqual([1, 2, 3])
  })

  test('wait for the one before them, while its transaction is in progress', async () => {
    const order = startOrder()
    order.announce(event(1))
    const end = order.begin(event(2))
    order.announce(event(4))
    order.announce(event(3))
    await nextTurn()
    expect(order.sent()).toEqual([1])
    await end()
    expect(order.sent()).toEqual([1, 2, 3, 4])
  })

  test('are delivered as soon as the one before them is, whatever else is in progress', async () => {
    const order = startOrder()
    order.announce(event(1))
    const end = order.begin(event(2))
    const endOther = order.begin(event(1, otherChat))
    order.announce(event(3), event(4))
    await end()
    expect(order.sent()).toEqual([1, 2, 3, 4])
    await endOther()
  })

  test('wait for it also if no event of the chat was sent before', async () => {
    const order = startOrder()
    const end = order.begin(event(6))
    order.announce(event(7))
    await end()
    expect(order.sent()).toEqual([6, 7])
  })

  test('do not wait for an event of another process', async () => {
    const order = startOrder()
    order.announce(event(1))
    order.announce(event(3))
    await nextTurn()
    await nextTurn()
    expect(order.sent()).toEqual([1, 3])
  })

  test('do not wait for a transaction that takes long', async () => {
    const order = startOrder()
    order.announce(event(1))
    const end = order.begin(event(9, otherChat))
    order.announce(event(3))
    await order.waitLong()
    expect(order.sent()).toEqual([1, 3])
    await end()
    expect(order.sent(otherChat)).toEqual([9])
  })

  test('wait for no event of another chat, and hold back no event without a version', async () => {
    const order = startOrder()
    order.announce(event(1), event(1, otherChat))
    const end = order.begin(event(2))
    order.announce(event(3), event(2, otherChat), hint)
    expect(order.sent(otherChat)).toEqual([1, 2])
    expect(order.all().at(-1)).toBe(hint)
    await end()
  })
})

test('are sent in order, each once, whichever continuation of a commit comes first', async () => {
  await assert(
    asyncProperty(
      integer({ min: 1, max: 20 }).chain((count) =>
        shuffledSubarray(
          Array.from({ length: count }, (_, index) => index + 1),
          { minLength: count },
        ),
      ),
      async (versions) => {
        const order = startOrder()
        const ends = versions.map((version) => order.begin(event(version)))
        for (const end of ends) await end()
        expect(order.sent()).toEqual(versions.toSorted((one, other) => one - other))
      },
    ),
  )
})
