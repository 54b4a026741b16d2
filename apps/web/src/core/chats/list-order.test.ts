import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatId, sampleItem } from '../tests/sample-chats.ts'
import { inHeldOrder, inListOrder } from './list-order.ts'

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

describe('held rows', () => {
  it('stay where they are when a chat is read or gets a message', () => {
    const before = [sampleItem(3, { unreadCount: 1 }), sampleItem(2, { unreadCount: 1 }), sampleItem(1)]
    const after = [sampleItem(3), sampleItem(2, { unreadCount: 1 }), sampleItem(1, { unreadCount: 2 })]
    expect(ids(inListOrder(after, 'unreadFirst'))).not.toEqual(ids(before))
    expect(ids(inHeldOrder(inListOrder(after, 'unreadFirst'), ids(before) as never))).toEqual(ids(before))
  })

  it('keep their order and come before new ones, which are in list order', () => {
    const item = fc.record({ index: fc.integer({ min: 1, max: 40 }), unreadCount: fc.integer({ min: 0, max: 1 }) })
    const chats = fc
      .uniqueArray(item, { selector: ({ index }) => index })
      .map((all) => all.map(({ index, unreadCount }) => sampleItem(index, { unreadCount })))
    const indexes = fc.uniqueArray(fc.integer({ min: 1, max: 40 }))
    fc.assert(
      fc.property(chats, indexes, (items, heldIndexes) => {
        const ordered = inListOrder(items, 'unreadFirst')
        const held = heldIndexes.map(chatId)
        const rows = ids(inHeldOrder(ordered, held))
        const present = held.filter((id) => ids(items).includes(id))
        expect(rows.slice(0, present.length)).toEqual(present)
        expect(rows.slice(present.length)).toEqual(ids(ordered).filter((id) => !present.includes(id as never)))
      }),
    )
  })
})
