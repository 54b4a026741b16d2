import { describe, expect, it } from 'vitest'
import { chatId, MARTAS_MEMBER, ME, sampleItem } from '../sample-chats.ts'
import { inListOrder } from './list-order.ts'
import { belongsIn, itemsOf, unreadIn, withItem, withoutItem } from './list-pages.ts'
import type { ListPage, ListPages } from './list-pages.ts'

const pages = (...items: ReturnType<typeof sampleItem>[][]): ListPages => ({
  pages: items.map((page) => ({ items: page, next: null, endsUnread: false })),
  pageParams: items.map(() => null),
})
const names = (list: ListPages) => inListOrder(itemsOf(list)).map(({ name }) => name)

describe('list order', () => {
  it('puts chats unread by me first, then those unread by anyone, then the rest, newest first', () => {
    const items = [
      sampleItem(1),
      sampleItem(2, { hasUnread: true }),
      sampleItem(3, { unreadCount: 1, hasUnread: true }),
      sampleItem(4),
      sampleItem(5, { hasUnread: true }),
    ]
    expect(inListOrder(items).map(({ name }) => name)).toEqual(['Chat 3', 'Chat 5', 'Chat 2', 'Chat 4', 'Chat 1'])
  })

  it('sorts a chat without messages by its creation time', () => {
    const opened = sampleItem(9, { id: '01aa0000-0000-7000-8000-000000000009' as never, lastMessage: null })
    expect(inListOrder([sampleItem(1), opened])[0]?.name).toBe('Chat 9')
  })
})

describe('list pages', () => {
  it('show a chat that is on two pages once, in its newest version', () => {
    const twice = pages([sampleItem(1, { version: 3, name: 'New' })], [sampleItem(1, { version: 2, name: 'Old' })])
    expect(names(twice)).toEqual(['New'])
  })

  it('count unread messages, and report whether more may follow', () => {
    const unread = [sampleItem(2, { unreadCount: 3 }), sampleItem(3, { unreadCount: 4 })]
    const ending = (last: Partial<ListPage>) => {
      const list = pages(unread)
      return { ...list, pages: list.pages.map((page) => ({ ...page, ...last })) }
    }
    expect(unreadIn(ending({ next: null, endsUnread: true }))).toEqual({ count: 7, isAll: true })
    expect(unreadIn(ending({ next: 'more', endsUnread: false }))).toEqual({ count: 7, isAll: true })
    expect(unreadIn(ending({ next: 'more', endsUnread: true }))).toEqual({ count: 7, isAll: false })
  })

  it('report that unread messages may follow even if all loaded chats are read', () => {
    const read = pages([sampleItem(1), sampleItem(2)])
    const page = { ...read.pages[0]!, next: 'more', endsUnread: true }
    expect(unreadIn({ ...read, pages: [page] })).toEqual({ count: 0, isAll: false })
  })

  it('replace, add, and remove chats', () => {
    const list = pages([sampleItem(1)], [sampleItem(2)])
    expect(names(withItem(list, sampleItem(2, { name: 'Other' }), true))).toEqual(['Other', 'Chat 1'])
    expect(names(withItem(list, sampleItem(3), true))).toEqual(['Chat 3', 'Chat 2', 'Chat 1'])
    expect(names(withItem(list, sampleItem(2), false))).toEqual(['Chat 1'])
    expect(names(withoutItem(list, chatId(1)))).toEqual(['Chat 2'])
  })

  it('hold only chats that I am a member of in “my” mode', () => {
    const mine = { mode: 'my', term: '' } as const
    expect(belongsIn(mine, sampleItem(1), ME, false)).toBe(true)
    expect(belongsIn(mine, sampleItem(1, { members: [MARTAS_MEMBER] }), ME, true)).toBe(false)
    expect(belongsIn({ mode: 'all', term: '' }, sampleItem(1, { members: [MARTAS_MEMBER] }), ME, false)).toBe(true)
  })

  it('never hold a deleted chat', () => {
    const deleted = sampleItem(1, { archived: true })
    expect(belongsIn({ mode: 'all', term: '' }, deleted, ME, true)).toBe(false)
    expect(belongsIn({ mode: 'all', term: 'marta' }, deleted, ME, true)).toBe(false)
  })

  it('has open chats only, unless it is a search', () => {
    const done = sampleItem(1, { state: 'done' })
    expect(belongsIn({ mode: 'all', term: '' }, done, ME, true)).toBe(false)
    expect(belongsIn({ mode: 'all', term: 'marta' }, done, ME, true)).toBe(true)
  })

  it('hold a chat in search results only if it was there before', () => {
    expect(belongsIn({ mode: 'all', term: 'marta' }, sampleItem(1), ME, false)).toBe(false)
    expect(belongsIn({ mode: 'all', term: 'marta' }, sampleItem(1), ME, true)).toBe(true)
  })
})
