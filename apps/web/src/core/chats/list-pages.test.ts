import { describe, expect, it } from 'vitest'
import { chatId, sampleItem } from '../tests/sample-chats.ts'
import { inListOrder } from './list-order.ts'
import { itemsOf, mentionedIn, unclaimedIn, unreadIn, withItem, withoutItem } from './list-pages.ts'
import type { ListPage, ListPages } from './list-pages.ts'

const pages = (...items: ReturnType<typeof sampleItem>[][]): ListPages => ({
  pages: items.map((page) => ({ items: page, next: null, endsUnread: false })),
  pageParams: items.map(() => null),
})
const names = (list: ListPages) => inListOrder(itemsOf(list), 'unreadFirst').map(({ name }) => name)

describe('list order', () => {
  it('puts chats unread by me first, then those unread by anyone, then the rest, newest first', () => {
    const items = [
      sampleItem(1),
      sampleItem(2, { hasUnread: true }),
      sampleItem(3, { unreadCount: 1, hasUnread: true }),
      sampleItem(4),
      sampleItem(5, { hasUnread: true }),
    ]
    expect(inListOrder(items, 'unreadFirst').map(({ name }) => name)).toEqual([
      'Chat 3',
      'Chat 5',
      'Chat 2',
      'Chat 4',
      'Chat 1',
    ])
  })

  it('puts the newest first, read or not, where a list asks for it', () => {
    const items = [sampleItem(1, { unreadCount: 1 }), sampleItem(3), sampleItem(2, { hasUnread: true })]
    expect(inListOrder(items, 'newestFirst').map(({ name }) => name)).toEqual(['Chat 3', 'Chat 2', 'Chat 1'])
  })

  it('sorts a chat without messages by its creation time', () => {
    const opened = sampleItem(9, { id: '01aa0000-0000-7000-8000-000000000009' as never, lastMessage: null })
    expect(inListOrder([sampleItem(1), opened], 'unreadFirst')[0]?.name).toBe('Chat 9')
  })
})

describe('list pages', () => {
  it('show a chat that is on two pages once, in its newest version', () => {
    const twice = pages([sampleItem(1, { version: 3, name: 'New' })], [sampleItem(1, { version: 2, name: 'Old' })])
    expect(names(twice)).toEqual(['New'])
  })

  it('count unread chats, and report whether more may follow', () => {
    const unread = [sampleItem(2, { unreadCount: 3 }), sampleItem(3, { unreadCount: 4 }), sampleItem(4)]
    const ending = (last: Partial<ListPage>) => {
      const list = pages(unread)
      return { ...list, pages: list.pages.map((page) => ({ ...page, ...last })) }
    }
    expect(unreadIn(ending({ next: null, endsUnread: true }))).toEqual({ count: 2, isAll: true })
    expect(unreadIn(ending({ next: 'more', endsUnread: false }))).toEqual({ count: 2, isAll: true })
    expect(unreadIn(ending({ next: 'more', endsUnread: true }))).toEqual({ count: 2, isAll: false })
  })

  it('count chats with mentions that are not counted as unread or unclaimed', () => {
    const mentioned = { mentionCount: 2 }
    const list = pages([
      sampleItem(1, mentioned),
      sampleItem(2, { ...mentioned, unreadCount: 1 }),
      sampleItem(3, { ...mentioned, unclaimedCount: 1 }),
      sampleItem(4, { ...mentioned, unreadCount: 1, state: 'done' }),
      sampleItem(5, { unreadCount: 1 }),
    ])
    expect(mentionedIn(list)).toEqual({ count: 2, isAll: true })
  })

  it('report that unread chats may follow even if all loaded chats are read', () => {
    const read = pages([sampleItem(1), sampleItem(2)])
    const page = { ...read.pages[0]!, next: 'more', endsUnread: true }
    expect(unreadIn({ ...read, pages: [page] })).toEqual({ count: 0, isAll: false })
  })

  it('count unclaimed chats', () => {
    const unclaimed = pages([sampleItem(1, { unclaimedCount: 3 }), sampleItem(2, { unclaimedCount: 1 }), sampleItem(3)])
    expect(unclaimedIn(unclaimed)).toEqual({ count: 2, isAll: true })
  })

  it('replace, add, and remove chats', () => {
    const list = pages([sampleItem(1)], [sampleItem(2)])
    expect(names(withItem(list, sampleItem(2, { name: 'Other' }), true))).toEqual(['Other', 'Chat 1'])
    expect(names(withItem(list, sampleItem(3), true))).toEqual(['Chat 3', 'Chat 2', 'Chat 1'])
    expect(names(withItem(list, sampleItem(2), false))).toEqual(['Chat 1'])
    expect(names(withoutItem(list, chatId(1)))).toEqual(['Chat 2'])
  })
})
