import type { ChatChangeId, RealtimeEvent } from '@partyline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SeenMessages } from './read-tracker.ts'
import type { ListPage } from './list-pages.ts'
import {
  chatChanged,
  chatId,
  deliveryUpdated,
  MARTA,
  MARTAS_MEMBER,
  ME,
  messageAdded,
  messageId,
  pendingChanged,
  pendingMessage,
  sampleChat,
  sampleItem,
  sampleMessage,
  TENANT,
} from '../tests/sample-chats.ts'
import { createSampleBrowser, MY_LIST } from './tests/sample-browser.ts'
import type { SampleBrowser } from './tests/sample-browser.ts'
import { queryKeys } from '../../platform/query-keys.ts'

const ALL_LIST = queryKeys.chats.list({ mode: 'all', term: '' })
const DELETED_LIST = queryKeys.chats.list({ mode: 'all', term: '', listFilters: ['deleted'] })
const FOUND = queryKeys.chats.list({ mode: 'my', term: 'marta' })

const DELIVERED = {
  messageId: messageId(1),
  memberId: MARTA,
  status: 'delivered',
  updatedOn: '2026-11-20T09:02:00.000Z',
  errorCode: null,
  errorText: null,
  dismissed: false,
} as const
type Unread = Record<string, number>

function restored(chat: number, version: number) {
  const event = chatChanged('ChatCreated', sampleItem(chat, { version }))
  const at = '2026-11-20T09:02:00.000Z'
  if (event.data && 'changes' in event.data) {
    event.data.changes = [{ kind: 'restored', id: messageId(90) as string as ChatChangeId, at, by: MARTA }]
  }
  return event
}

describe('chat updates', () => {
  let browser: SampleBrowser
  beforeEach(() => {
    browser = createSampleBrowser()
  })

  /** Puts the chat in front of the user, by default scrolled to its newest message. */
  function look(chat: number, seen: SeenMessages = { ids: [messageId(1)], reachesEnd: true }) {
    browser.readTracker.setInFront(chatId(chat))
    browser.readTracker.setOnScreen(chatId(chat), seen)
  }

  it('shows what is pending in its chat only, and nothing of it in the list but its count', () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    const before = browser.list()[0]
    const pending = [pendingMessage(8, 'held'), pendingMessage(9, 'scheduled')]
    browser.updates.receive([pendingChanged(1, 2, pending)])
    expect(browser.list()[0]).toEqual({
      ...before,
      version: 2,
      scheduledCount: 1,
      scheduledFor: pending[1]?.pending?.sendOn,
    })
    expect(browser.caches.opened(chatId(1))).toMatchObject({ pending, scheduledCount: 1 })
    browser.updates.receive([pendingChanged(1, 3, pending.slice(1)), messageAdded(1, 4, sampleMessage(8))])
    const opened = browser.caches.opened(chatId(1))
    expect(opened?.pending).toEqual(pending.slice(1))
    expect(opened?.history.messages.map(({ id }) => id)).toEqual([messageId(1), messageId(8)])
  })

  it('counts again what the filters find once pending messages have changed, and only then', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    const counts = queryKeys.chats.counts('all', '2026-11-25T05:00:00.000Z')
    browser.client.setQueryData(counts, {})
    const isStale = () => browser.client.getQueryState(counts)?.isInvalidated
    browser.updates.receive([messageAdded(1, 2, sampleMessage(9))])
    await browser.runDebounced()
    expect(isStale()).toBe(false)
    browser.updates.receive([pendingChanged(1, 3, [pendingMessage(8, 'returned')])])
    await browser.runDebounced()
    expect(isStale()).toBe(true)
  })

  it('applies the next event to the list and the opened chat without a request', async () => {
    browser.cacheList(MY_LIST, sampleItem(1), sampleItem(2))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.updates.receive([messageAdded(1, 2, sampleMessage(9), { [ME]: 1 })])

    expect(browser.list()[0]).toMatchObject({
      name: 'Chat 1',
      unreadCount: 1,
      version: 2,
      lastMessage: { text: 'Message 9' },
    })
    expect(browser.caches.opened(chatId(1))?.history.messages.map(({ text }) => text)).toEqual([
      'Message 1',
      'Message 9',
    ])
    await browser.runDebounced()
    expect(browser.requests).toEqual([])
  })

  it('leaves the other chats of the list as they are, so that their rows are not rendered', () => {
    browser.cacheList(MY_LIST, ...[1, 2, 3, 4].map((index) => sampleItem(index)))
    const before = browser.list()
    browser.updates.receive([messageAdded(3, 2, sampleMessage(9), { [ME]: 1 })])
    browser.updates.receive([messageAdded(7, 2, sampleMessage(9), { [ME]: 1 })])
    const after = browser.list()
    for (const index of [1, 2, 4]) {
      const named = ({ id }: { id: string }) => id === chatId(index)
      expect(after.find(named)).toBe(before.find(named))
    }
  })

  it('fetches a chat if an event was missed', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.onServer.set(
      chatId(1),
      sampleChat(1, [sampleMessage(1), sampleMessage(8), sampleMessage(9)], { version: 3 }),
    )
    browser.updates.receive([messageAdded(1, 3, sampleMessage(9))])
    expect(browser.list()[0]?.version).toBe(1)

    await browser.runDebounced()
    expect(browser.requests).toEqual([`GET /api/v1/chats/${chatId(1)}`])
    expect(browser.list()[0]).toMatchObject({ version: 3, lastMessage: { text: 'Message 9' } })
    expect(browser.caches.opened(chatId(1))?.history.messages).toHaveLength(3)
  })

  it('keeps the last message when an event concerns an earlier one', () => {
    browser.cacheList(MY_LIST, sampleItem(1, { version: 5, messageCount: 9, lastMessage: sampleMessage(9) }))
    const late = messageAdded(1, 6, sampleMessage(8))
    late.data.patch.messageCount = 9
    browser.updates.receive([late])
    expect(browser.list()[0]).toMatchObject({ version: 6, lastMessage: { text: 'Message 9' } })
  })

  it('ignores events that it has already applied', async () => {
    browser.cacheList(MY_LIST, sampleItem(1, { version: 5 }))
    browser.updates.receive([messageAdded(1, 5, sampleMessage(9)), messageAdded(1, 4, sampleMessage(8))])
    expect(browser.list()[0]?.lastMessage?.text).toBe('Message 1')
    await browser.runDebounced()
    expect(browser.requests).toEqual([])
  })

  it('updates delivery records in the transcript and in the last message', () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.updates.receive([deliveryUpdated(1, 2, DELIVERED)])
    expect(browser.list()[0]?.lastMessage?.delivery[0]?.status).toBe('delivered')
    expect(browser.caches.opened(chatId(1))?.history.messages[0]?.delivery[0]?.status).toBe('delivered')
  })

  it.each([
    ['a new message', (unread: Unread) => messageAdded(1, 2, sampleMessage(9), unread)],
    ['a delivery status', (unread: Unread) => deliveryUpdated(1, 2, DELIVERED, unread)],
    ['a changed chat', (unread: Unread) => chatChanged('ChatUpdated', sampleItem(1, { version: 2 }), unread)],
  ])('changes my unread count only if the event for %s includes it', (_, event) => {
    for (const [unread, expected] of [
      [{}, 3],
      [{ [MARTA]: 0 }, 3],
      [{ [ME]: 0 }, 0],
      [{ [ME]: 4 }, 4],
    ] as const) {
      browser.cacheList(MY_LIST, sampleItem(1, { unreadCount: 3 }))
      browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 3 }))
      browser.updates.receive([event(unread)])
      expect(browser.list()[0]).toMatchObject({ version: 2, unreadCount: expected })
      expect(browser.caches.opened(chatId(1))).toMatchObject({ version: 2, unreadCount: expected })
    }
  })

  it('adds a created chat only to the lists that it belongs to', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.cacheList(ALL_LIST, sampleItem(1))
    browser.updates.receive([
      chatChanged('ChatCreated', sampleItem(2)),
      chatChanged('ChatCreated', sampleItem(3, { members: [MARTAS_MEMBER] })),
    ])
    expect(browser.list().map(({ name }) => name)).toEqual(['Chat 2', 'Chat 1'])
    expect(browser.list(ALL_LIST).map(({ name }) => name)).toEqual(['Chat 3', 'Chat 2', 'Chat 1'])
    await browser.runDebounced()
    expect(browser.requests).toEqual([])
  })

  it('removes a chat from my list when I am removed from it', () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.updates.receive([
      chatChanged('MemberRemovedFromChat', sampleItem(1, { version: 2, members: [MARTAS_MEMBER] })),
    ])
    expect(browser.list()).toEqual([])
  })

  it('removes a deleted chat from the list and marks it as archived if it is open', () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.open(sampleChat(1, []))
    browser.updates.receive([chatChanged('ChatArchived', sampleItem(1, { version: 2, archived: true }))])
    expect(browser.list()).toEqual([])
    expect(browser.caches.opened(chatId(1))?.archived).toBe(true)
  })

  it('refetches a deleted chat if events were missed, and does not add it to the list', async () => {
    browser.cacheList(MY_LIST, sampleItem(2))
    browser.open(sampleChat(1, []))
    browser.onServer.set(chatId(1), sampleChat(1, [], { version: 3, archived: true }))
    browser.updates.receive([chatChanged('ChatArchived', sampleItem(1, { version: 3, archived: true }))])
    await browser.runDebounced()
    expect(browser.caches.opened(chatId(1))).toMatchObject({ version: 3, archived: true })
    expect(browser.list().map(({ name }) => name)).toEqual(['Chat 2'])
  })

  it('moves a deleted chat to the list of deleted ones, and back when it is restored', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.cacheList(DELETED_LIST)
    browser.open(sampleChat(1, []))
    // The event can be faster than the response to the person who deletes it, and the response than the event.
    browser.updates.receive([chatChanged('ChatArchived', sampleItem(1, { version: 2, archived: true }))])
    browser.caches.remove(chatId(1))
    expect([browser.list(), browser.list(DELETED_LIST).map(({ name }) => name)]).toEqual([[], ['Chat 1']])

    browser.updates.receive([restored(1, 3)])
    expect([browser.list().map(({ name }) => name), browser.list(DELETED_LIST)]).toEqual([['Chat 1'], []])
    expect(browser.caches.opened(chatId(1))?.archived).toBe(false)
    await browser.runDebounced()
    expect(browser.requests).toEqual([])
  })

  it('fetches a restored chat, because the event does not have what the person has chosen', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.caches.remove(chatId(1))
    browser.updates.receive([chatChanged('ChatArchived', sampleItem(1, { version: 2, archived: true }))])
    browser.onServer.set(chatId(1), sampleChat(1, [], { version: 3, notify: 'all' }))
    browser.updates.receive([restored(1, 3)])
    await browser.runDebounced()
    expect(browser.list()).toMatchObject([{ name: 'Chat 1', version: 3, notify: 'all' }])
  })

  it('adds chats that are not loaded from the events of their messages, without a request', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.cacheList(ALL_LIST, sampleItem(1))
    const ofOthers = messageAdded(6, 8, sampleMessage(8))
    ofOthers.data.members = [MARTAS_MEMBER]
    const mine = Array.from({ length: 20 }, (_, index) => messageAdded(11 + index, 8, sampleMessage(9), { [ME]: 3 }))
    browser.updates.receive([ofOthers, ...mine])
    await browser.runDebounced()
    expect(browser.requests).toEqual([])
    expect(browser.list()).toHaveLength(21)
    expect(browser.list().find(({ id }) => id === chatId(11))).toEqual(
      sampleItem(11, { version: 8, messageCount: 8, hasUnread: true, unreadCount: 3, lastMessage: sampleMessage(9) }),
    )
    expect(browser.list(ALL_LIST)).toHaveLength(22)
    expect(browser.list(ALL_LIST).find(({ id }) => id === chatId(6))).toMatchObject({ unreadCount: 0 })
    for (const key of [MY_LIST, ALL_LIST]) expect(browser.client.getQueryState(key)?.isInvalidated).toBe(false)
  })

  it('fetches a chat that is not loaded if the event does not have its unread count', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.onServer.set(chatId(7), sampleChat(7, [sampleMessage(9)], { unreadCount: 2, version: 8 }))
    browser.updates.receive([messageAdded(7, 8, sampleMessage(9, { sentBy: ME }))])
    await browser.runDebounced()
    expect(browser.requests).toEqual([`GET /api/v1/chats/${chatId(7)}`])
    expect(browser.list()[0]).toMatchObject({ name: 'Chat 7', unreadCount: 2 })
  })

  it('does not fetch a chat that is not loaded when it is read', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.updates.receive([deliveryUpdated(7, 8, DELIVERED, { [ME]: 0 })])
    await browser.runDebounced()
    expect(browser.requests).toEqual([])
  })

  it.each([
    ['a deleted chat', () => chatChanged('ChatArchived', sampleItem(2, { version: 6, archived: true }))],
    [
      'a chat that I was removed from',
      () => chatChanged('MemberRemovedFromChat', sampleItem(2, { version: 6, members: [MARTAS_MEMBER] })),
    ],
  ])('does not add %s because of an older event that arrives late', async (_, event) => {
    browser.cacheList(MY_LIST, sampleItem(1), sampleItem(2, { version: 5 }))
    browser.updates.receive([event(), messageAdded(2, 5, sampleMessage(9), { [ME]: 1 })])
    await browser.runDebounced()
    expect(browser.list().map(({ name }) => name)).toEqual(['Chat 1'])
    browser.updates.receive([messageAdded(2, 9, sampleMessage(9), { [ME]: 1 })])
    expect(browser.list().map(({ name }) => name)).toEqual(['Chat 2', 'Chat 1'])
  })

  it('does not add a deleted chat whose late picture arrives', () => {
    browser.cacheList(ALL_LIST, sampleItem(1))
    const late = messageAdded(2, 9, sampleMessage(8))
    late.data.members = [MARTAS_MEMBER]
    late.data.patch.archived = true
    browser.updates.receive([late])
    expect(browser.list(ALL_LIST).map(({ name }) => name)).toEqual(['Chat 1'])
  })

  it('invalidates search results on a new message instead of updating them', async () => {
    browser.cacheList(FOUND, sampleItem(1))
    browser.updates.receive([messageAdded(2, 2, sampleMessage(9), { [ME]: 1 })])
    expect(browser.list(FOUND).map(({ name }) => name)).toEqual(['Chat 1'])
    browser.cacheList(MY_LIST, sampleItem(2, { version: 2 }))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    await browser.runDebounced()
    expect(browser.client.getQueryState(FOUND)?.isInvalidated).toBe(true)
    for (const key of [MY_LIST, queryKeys.chats.opened(chatId(1))]) {
      expect(browser.client.getQueryState(key)?.isInvalidated).toBe(false)
    }
  })

  it('invalidates the list and the opened chat on an event without data', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.updates.receive([withoutData('ChatList')])
    await browser.runDebounced()
    for (const key of [MY_LIST, queryKeys.chats.opened(chatId(1))]) {
      expect(browser.client.getQueryState(key)?.isInvalidated).toBe(true)
    }
  })

  it('fetches an opened chat after an event of the version before, whose data it cannot apply', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)]))
    const { data: _, ...event } = messageAdded(1, 2, sampleMessage(9))
    browser.updates.receive([{ ...event, data: { message: sampleMessage(9), summary: {}, unreadCounts: {} } } as never])
    await browser.runDebounced()
    expect(browser.requests).toEqual([`GET /api/v1/chats/${chatId(1)}`])
  })

  it('removes a chat that no longer exists from the list', async () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.updates.receive([messageAdded(1, 9, sampleMessage(9))])
    await browser.runDebounced()
    expect(browser.list()).toEqual([])
  })

  it('ignores events of another tenant', () => {
    browser.cacheList(MY_LIST, sampleItem(1))
    browser.updates.receive([
      { ...messageAdded(1, 2, sampleMessage(9)), tenantId: 'ffffffff-0000-4000-8000-000000000000' as never },
    ])
    expect(browser.list()[0]?.version).toBe(1)
  })

  it('ignores a response older than the loaded chat', () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { version: 4 }))
    browser.caches.putChat(sampleChat(1, [], { version: 3 }))
    expect(browser.caches.opened(chatId(1))?.history.messages).toHaveLength(1)
  })

  it('keeps the search hit of a chat when the chat changes', () => {
    const hit = { messageId: messageId(7), text: 'Marta will call', sentOn: '2026-03-03T10:00:00.000Z' }
    browser.cacheList(FOUND, sampleItem(1, { hit }), sampleItem(2, { hit }))
    browser.caches.putChat(sampleChat(1, [sampleMessage(9)], { version: 2 }))
    browser.updates.receive([chatChanged('ChatUpdated', sampleItem(2, { version: 2 }))])
    expect(browser.list(FOUND).map(({ version, hit: kept }) => [version, kept])).toEqual([
      [2, hit],
      [2, hit],
    ])
  })

  it('keeps the changes of events that arrive while an older list response is in flight', async () => {
    browser.cacheList(MY_LIST, sampleItem(1), sampleItem(2))
    const stop = browser.updates.start()
    const older = Promise.withResolvers<ListPage>()
    const asked = browser.client.fetchInfiniteQuery({
      queryKey: MY_LIST,
      queryFn: () => older.promise,
      initialPageParam: null,
    })
    browser.updates.receive([
      messageAdded(2, 2, sampleMessage(9), { [ME]: 1 }),
      chatChanged('ChatCreated', sampleItem(3)),
    ])
    older.resolve({ items: [sampleItem(1), sampleItem(2)], next: null, endsUnread: false })
    await asked
    expect(browser.list().map(({ name }) => name)).toEqual(['Chat 2', 'Chat 3', 'Chat 1'])
    expect(browser.list()[0]).toMatchObject({ version: 2, lastMessage: { text: 'Message 9' } })
    await browser.runDebounced()
    expect(browser.requests).toEqual([])
    stop()
  })

  it('marks only messages on screen as read, and the whole chat once its end was on screen', async () => {
    const messages = [1, 2, 3].map((index) => sampleMessage(index))
    browser.cacheList(MY_LIST, sampleItem(1, { unreadCount: 3 }))
    browser.open(sampleChat(1, messages, { unreadCount: 3 }))
    look(1, { ids: [messageId(1), messageId(2)], reachesEnd: false })
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(1)
    expect(browser.list()[0]).toMatchObject({ unreadCount: 1 })
    look(1, { ids: [messageId(2)], reachesEnd: false })
    await browser.runDebounced()
    expect(browser.requests).toEqual([`PUT /api/v1/chats/${chatId(1)}/viewed/messages`])
    look(1, { ids: [messageId(3)], reachesEnd: true })
    await browser.runDebounced()
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(0)
    expect(browser.requests.at(-1)).toBe(`PUT /api/v1/chats/${chatId(1)}/viewed/chat`)
  })

  it('leaves a message that arrives below the screen unread', () => {
    browser.open(sampleChat(1, [sampleMessage(1)]))
    look(1, { ids: [messageId(1)], reachesEnd: false })
    browser.updates.receive([messageAdded(1, 2, sampleMessage(9), { [ME]: 1 })])
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(1)
  })

  it('marks the whole chat as read on a reply', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2 }))
    browser.readTracker.replied(chatId(1))
    await browser.runDebounced()
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(0)
    expect(browser.requests).toEqual([`PUT /api/v1/chats/${chatId(1)}/viewed/chat`])
  })

  it('shows a message that arrives on screen as read before the server confirms it', () => {
    browser.cacheList(MY_LIST, sampleItem(1), sampleItem(2))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    look(1)
    expect(browser.requests).toEqual([])
    browser.updates.receive([messageAdded(1, 2, sampleMessage(9), { [ME]: 1 })])
    expect(browser.list()[0]).toMatchObject({ name: 'Chat 1', unreadCount: 0 })
  })

  it('reports a read chat to the server', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2 }))
    look(1)
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(0)
    await browser.runDebounced()
    expect(browser.requests).toEqual([`PUT /api/v1/chats/${chatId(1)}/viewed/chat`])
  })

  it('reports a read chat again if a message arrives meanwhile', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2 }))
    look(1)
    browser.updates.receive([messageAdded(1, 2, sampleMessage(9), { [ME]: 1 })])
    await browser.runDebounced()
    const viewed = `PUT /api/v1/chats/${chatId(1)}/viewed/chat`
    expect(browser.requests).toEqual([viewed, viewed])
  })

  it('does not report a deleted chat as read', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2, archived: true }))
    look(1)
    await browser.runDebounced()
    expect(browser.requests).toEqual([])
  })

  it('leaves a chat unread that the user marks as unread, until they open it again', async () => {
    const unreadCount = () => browser.caches.opened(chatId(1))?.unreadCount
    browser.open(sampleChat(1, [sampleMessage(1)]))
    look(1)
    await browser.readTracker.markUnread(chatId(1), [messageId(1)])
    browser.updates.receive([messageAdded(1, 2, sampleMessage(9), { [ME]: 2 })])
    expect(unreadCount()).toBe(2)
    look(1)
    expect(unreadCount()).toBe(0)
  })

  it('leaves a message unread if its chat is no longer in front of the user', () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2 }))
    look(1)
    browser.readTracker.setInFront(null)
    browser.updates.receive([messageAdded(1, 2, sampleMessage(9), { [ME]: 1 })])
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(1)
  })

  describe('unread total', () => {
    const total = () => browser.client.getQueryState(queryKeys.chats.unreadTotal)
    beforeEach(() => {
      browser.client.setQueryData(queryKeys.chats.unreadTotal, 70)
      browser.cacheList(MY_LIST, sampleItem(1))
      browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2 }))
    })

    it.for([
      ['is refetched when my unread count changes', () => messageAdded(1, 2, sampleMessage(9), { [ME]: 1 }), true],
      ['is refetched when a chat is deleted', () => chatChanged('ChatArchived', sampleItem(1, { version: 2 })), true],
      ['is refetched on a chat event without data', () => withoutData('ChatContent'), true],
      [
        'is not refetched when the unread count of others changes',
        () => messageAdded(1, 2, sampleMessage(9), { [MARTA]: 1 }),
        false,
      ],
      [
        'is refetched when a failed text reopens a chat',
        () => {
          const event = deliveryUpdated(1, 2, DELIVERED)
          event.data.patch.state = 'open'
          return event
        },
        true,
      ],
      ['is not refetched when settings change', () => withoutData('Settings'), false],
    ] as const)('%s', async ([, event, asks]) => {
      browser.updates.receive([event()])
      await browser.runDebounced()
      expect(total()?.isInvalidated).toBe(asks)
    })

    it('decreases immediately when an open chat is read to its end', () => {
      browser.open(sampleChat(1, [sampleMessage(1), sampleMessage(2)], { unreadCount: 2 }))
      look(1, { ids: [messageId(1)], reachesEnd: false })
      expect(total()?.data).toBe(70)
      look(1, { ids: [messageId(2)], reachesEnd: true })
      expect(total()?.data).toBe(69)
    })

    it('does not count a chat that is done', () => {
      browser.open(sampleChat(2, [sampleMessage(1)], { unreadCount: 2, state: 'done' }))
      look(2)
      expect(total()?.data).toBe(70)
    })

    it('is refetched on catch-up', async () => {
      await browser.updates.catchUp()
      expect(total()?.isInvalidated).toBe(true)
    })
  })
})

const KINDS = { ChatContent: 'DeliveryStatusUpdated', ChatList: 'ChatUpdated', Settings: 'UserAdded' } as const

function withoutData(area: keyof typeof KINDS): RealtimeEvent {
  const about = area === 'ChatContent' ? chatId(1) : null
  return { tenantId: TENANT, area, kind: KINDS[area], chatId: about, version: null, data: null }
}
