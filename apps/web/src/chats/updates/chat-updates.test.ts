import type { RealtimeEvent } from '@partyline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SeenMessages } from '../../messages/index.ts'
import type { ListPage } from '../chat-list/list-pages.ts'
import {
  chatChanged,
  chatId,
  deliveryUpdated,
  MARTA,
  MARTAS_MEMBER,
  ME,
  messageAdded,
  messageId,
  sampleChat,
  sampleItem,
  sampleMessage,
  TENANT,
} from '../sample-chats.ts'
import { chatKeys } from './chat-keys.ts'
import { createSampleBrowser, MY_LIST } from './sample-browser.ts'
import type { SampleBrowser } from './sample-browser.ts'

const ALL_LIST = chatKeys.list({ mode: 'all', term: '' })
const FOUND = chatKeys.list({ mode: 'my', term: 'marta' })

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

describe('chat updates', () => {
  let browser: SampleBrowser
  beforeEach(() => {
    browser = createSampleBrowser()
  })

  /** The person has the chat in front of them, down to its newest message. */
  function look(chat: number, seen: SeenMessages = { ids: [messageId(1)], reachesEnd: true }) {
    browser.viewing.setInFront(chatId(chat))
    browser.viewing.setOnScreen(chatId(chat), seen)
  }

  it('applies the event that follows on what is held, to list and opened chat, without a request', async () => {
    browser.hold(MY_LIST, sampleItem(1), sampleItem(2))
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
    await browser.later()
    expect(browser.requests).toEqual([])
  })

  it('asks for a chat when an event is missing in between', async () => {
    browser.hold(MY_LIST, sampleItem(1))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.onServer.set(
      chatId(1),
      sampleChat(1, [sampleMessage(1), sampleMessage(8), sampleMessage(9)], { version: 3 }),
    )
    browser.updates.receive([messageAdded(1, 3, sampleMessage(9))])
    expect(browser.list()[0]?.version).toBe(1)

    await browser.later()
    expect(browser.requests).toEqual([`GET /api/v1/chats/${chatId(1)}`])
    expect(browser.list()[0]).toMatchObject({ version: 3, lastMessage: { text: 'Message 9' } })
    expect(browser.caches.opened(chatId(1))?.history.messages).toHaveLength(3)
  })

  it('keeps the last message where a picture comes in for an earlier one', () => {
    browser.hold(MY_LIST, sampleItem(1, { version: 5, messageCount: 9, lastMessage: sampleMessage(9) }))
    const late = messageAdded(1, 6, sampleMessage(8))
    browser.updates.receive([{ ...late, data: { ...late.data, messageCount: 9 } }])
    expect(browser.list()[0]).toMatchObject({ version: 6, lastMessage: { text: 'Message 9' } })
  })

  it('passes over what it knows already', async () => {
    browser.hold(MY_LIST, sampleItem(1, { version: 5 }))
    browser.updates.receive([messageAdded(1, 5, sampleMessage(9)), messageAdded(1, 4, sampleMessage(8))])
    expect(browser.list()[0]?.lastMessage?.text).toBe('Message 1')
    await browser.later()
    expect(browser.requests).toEqual([])
  })

  it('moves delivery records in the transcript and in the last message', () => {
    browser.hold(MY_LIST, sampleItem(1))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.updates.receive([deliveryUpdated(1, 2, DELIVERED)])
    expect(browser.list()[0]?.lastMessage?.delivery[0]?.status).toBe('delivered')
    expect(browser.caches.opened(chatId(1))?.history.messages[0]?.delivery[0]?.status).toBe('delivered')
  })

  it.each([
    ['a new message', (unread: Unread) => messageAdded(1, 2, sampleMessage(9), unread)],
    ['a delivery status', (unread: Unread) => deliveryUpdated(1, 2, DELIVERED, unread)],
    ['a changed chat', (unread: Unread) => chatChanged('ChatUpdated', sampleItem(1, { version: 2 }), unread)],
  ])('changes my unread count only if the event of %s names it', (_, event) => {
    for (const [unread, expected] of [
      [{}, 3],
      [{ [MARTA]: 0 }, 3],
      [{ [ME]: 0 }, 0],
      [{ [ME]: 4 }, 4],
    ] as const) {
      browser.hold(MY_LIST, sampleItem(1, { unreadCount: 3 }))
      browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 3 }))
      browser.updates.receive([event(unread)])
      expect(browser.list()[0]).toMatchObject({ version: 2, unreadCount: expected })
      expect(browser.caches.opened(chatId(1))).toMatchObject({ version: 2, unreadCount: expected })
    }
  })

  it('adds a created chat where it belongs, and only there', async () => {
    browser.hold(MY_LIST, sampleItem(1))
    browser.hold(ALL_LIST, sampleItem(1))
    browser.updates.receive([
      chatChanged('ChatCreated', sampleItem(2)),
      chatChanged('ChatCreated', sampleItem(3, { members: [MARTAS_MEMBER] })),
    ])
    expect(browser.list().map(({ name }) => name)).toEqual(['Chat 2', 'Chat 1'])
    expect(browser.list(ALL_LIST).map(({ name }) => name)).toEqual(['Chat 3', 'Chat 2', 'Chat 1'])
    await browser.later()
    expect(browser.requests).toEqual([])
  })

  it('takes a chat out of my list when I am removed from it', () => {
    browser.hold(MY_LIST, sampleItem(1))
    browser.updates.receive([
      chatChanged('MemberRemovedFromChat', sampleItem(1, { version: 2, members: [MARTAS_MEMBER] })),
    ])
    expect(browser.list()).toEqual([])
  })

  it('takes a deleted chat out of every list and tells the one who has it open', () => {
    browser.hold(MY_LIST, sampleItem(1))
    browser.open(sampleChat(1, []))
    browser.updates.receive([chatChanged('ChatArchived', sampleItem(1, { version: 2, archived: true }))])
    expect(browser.list()).toEqual([])
    expect(browser.caches.opened(chatId(1))?.archived).toBe(true)
  })

  it('asks for a deleted chat when other events were missed, and keeps it out of every list', async () => {
    browser.hold(MY_LIST, sampleItem(2))
    browser.open(sampleChat(1, []))
    browser.onServer.set(chatId(1), sampleChat(1, [], { version: 3, archived: true }))
    browser.updates.receive([chatChanged('ChatArchived', sampleItem(1, { version: 3, archived: true }))])
    await browser.later()
    expect(browser.caches.opened(chatId(1))).toMatchObject({ version: 3, archived: true })
    expect(browser.list().map(({ name }) => name)).toEqual(['Chat 2'])
  })

  it('asks for a chat further down that becomes mine to read, not for other people’s', async () => {
    browser.hold(MY_LIST, sampleItem(1))
    browser.onServer.set(chatId(7), sampleChat(7, [sampleMessage(9)], { unreadCount: 1 }))
    browser.updates.receive([
      messageAdded(6, 8, sampleMessage(9), {}),
      messageAdded(7, 8, sampleMessage(9), { [ME]: 1 }),
    ])
    await browser.later()
    expect(browser.requests).toEqual([`GET /api/v1/chats/${chatId(7)}`])
    expect(browser.list().map(({ name }) => name)).toEqual(['Chat 7', 'Chat 1'])
  })

  it('leaves to the server what a search finds', async () => {
    browser.hold(FOUND, sampleItem(1))
    browser.updates.receive([messageAdded(2, 2, sampleMessage(9), { [ME]: 1 })])
    expect(browser.list(FOUND).map(({ name }) => name)).toEqual(['Chat 1'])
    browser.hold(MY_LIST, sampleItem(2, { version: 2 }))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    await browser.later()
    expect(browser.client.getQueryState(FOUND)?.isInvalidated).toBe(true)
    for (const key of [MY_LIST, chatKeys.opened(chatId(1))]) {
      expect(browser.client.getQueryState(key)?.isInvalidated).toBe(false)
    }
  })

  it('asks for the opened chat with the lists where people may have changed', async () => {
    browser.hold(MY_LIST, sampleItem(1))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.updates.receive([withoutData('ChatList')])
    await browser.later()
    for (const key of [MY_LIST, chatKeys.opened(chatId(1))]) {
      expect(browser.client.getQueryState(key)?.isInvalidated).toBe(true)
    }
  })

  it('takes a chat that is gone out of the lists', async () => {
    browser.hold(MY_LIST, sampleItem(1))
    browser.updates.receive([messageAdded(1, 9, sampleMessage(9))])
    await browser.later()
    expect(browser.list()).toEqual([])
  })

  it('passes over the events of another tenant', () => {
    browser.hold(MY_LIST, sampleItem(1))
    browser.updates.receive([
      { ...messageAdded(1, 2, sampleMessage(9)), tenantId: 'ffffffff-0000-4000-8000-000000000000' as never },
    ])
    expect(browser.list()[0]?.version).toBe(1)
  })

  it('keeps the newer state when an answer was overtaken by an event', () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { version: 4 }))
    browser.caches.putChat(sampleChat(1, [], { version: 3 }))
    expect(browser.caches.opened(chatId(1))?.history.messages).toHaveLength(1)
  })

  it('keeps in a search where a chat was found, whatever happens to the chat', () => {
    const hit = { messageId: messageId(7), text: 'Marta will call', sentOn: '2026-03-03T10:00:00.000Z' }
    browser.hold(FOUND, sampleItem(1, { hit }), sampleItem(2, { hit }))
    browser.caches.putChat(sampleChat(1, [sampleMessage(9)], { version: 2 }))
    browser.updates.receive([chatChanged('ChatUpdated', sampleItem(2, { version: 2 }))])
    expect(browser.list(FOUND).map(({ version, hit: kept }) => [version, kept])).toEqual([
      [2, hit],
      [2, hit],
    ])
  })

  it('keeps what an event said while an older answer for the list was on its way', async () => {
    browser.hold(MY_LIST, sampleItem(1), sampleItem(2))
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
    await browser.later()
    expect(browser.requests).toEqual([])
    stop()
  })

  it('reads only the messages on screen, until the rest of what is unread was on screen too', async () => {
    const messages = [1, 2, 3].map((index) => sampleMessage(index))
    browser.hold(MY_LIST, sampleItem(1, { unreadCount: 3 }))
    browser.open(sampleChat(1, messages, { unreadCount: 3 }))
    look(1, { ids: [messageId(1), messageId(2)], reachesEnd: false })
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(1)
    expect(browser.list()[0]).toMatchObject({ unreadCount: 1 })
    look(1, { ids: [messageId(2)], reachesEnd: false })
    await browser.later()
    expect(browser.requests).toEqual([`PUT /api/v1/chats/${chatId(1)}/viewed/messages`])
    look(1, { ids: [messageId(3)], reachesEnd: true })
    await browser.later()
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(0)
    expect(browser.requests.at(-1)).toBe(`PUT /api/v1/chats/${chatId(1)}/viewed/chat`)
  })

  it('leaves what arrives below the screen unread', () => {
    browser.open(sampleChat(1, [sampleMessage(1)]))
    look(1, { ids: [messageId(1)], reachesEnd: false })
    browser.updates.receive([messageAdded(1, 2, sampleMessage(9), { [ME]: 1 })])
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(1)
  })

  it('reads everything with a reply', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2 }))
    browser.viewing.replied(chatId(1))
    await browser.later()
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(0)
    expect(browser.requests).toEqual([`PUT /api/v1/chats/${chatId(1)}/viewed/chat`])
  })

  it('marks what arrives in front of the person as read, on the screen before the server knows', () => {
    browser.hold(MY_LIST, sampleItem(1), sampleItem(2))
    browser.open(sampleChat(1, [sampleMessage(1)]))
    look(1)
    expect(browser.requests).toEqual([])
    browser.updates.receive([messageAdded(1, 2, sampleMessage(9), { [ME]: 1 })])
    expect(browser.list()[0]).toMatchObject({ name: 'Chat 1', unreadCount: 0 })
  })

  it('tells the server what was read', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2 }))
    look(1)
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(0)
    await browser.later()
    expect(browser.requests).toEqual([`PUT /api/v1/chats/${chatId(1)}/viewed/chat`])
  })

  it('tells the server once more when something came in while it was told', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2 }))
    look(1)
    browser.updates.receive([messageAdded(1, 2, sampleMessage(9), { [ME]: 1 })])
    await browser.later()
    const viewed = `PUT /api/v1/chats/${chatId(1)}/viewed/chat`
    expect(browser.requests).toEqual([viewed, viewed])
  })

  it('tells the server nothing of a deleted chat, where nothing counts any more', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2, archived: true }))
    look(1)
    await browser.later()
    expect(browser.requests).toEqual([])
  })

  it('leaves unread what is not in front of the person', () => {
    browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2 }))
    look(1)
    browser.viewing.setInFront(null)
    browser.updates.receive([messageAdded(1, 2, sampleMessage(9), { [ME]: 1 })])
    expect(browser.caches.opened(chatId(1))?.unreadCount).toBe(1)
  })

  describe('of a list that does not hold all that is unread', () => {
    const total = () => browser.client.getQueryState(chatKeys.unreadTotal)
    beforeEach(() => {
      browser.client.setQueryData(chatKeys.unreadTotal, 70)
      browser.hold(MY_LIST, sampleItem(1))
      browser.open(sampleChat(1, [sampleMessage(1)], { unreadCount: 2 }))
    })

    it.for([
      ['what I have not read of a chat changes', () => messageAdded(1, 2, sampleMessage(9), { [ME]: 1 }), true],
      ['a chat comes or goes', () => chatChanged('ChatArchived', sampleItem(1, { version: 2 })), true],
      ['something changes that comes without data', () => withoutData('ChatContent'), true],
      ['what others have not read changes', () => messageAdded(1, 2, sampleMessage(9), { [MARTA]: 1 }), false],
      ['settings change', () => withoutData('Settings'), false],
    ] as const)('the total is asked for again where %s: %#', async ([, event, asks]) => {
      browser.updates.receive([event()])
      await browser.later()
      expect(total()?.isInvalidated).toBe(asks)
    })

    it('the total is less at once where a chat is read', () => {
      look(1)
      expect(total()?.data).toBe(68)
    })

    it('everything is asked for again after a time without events', async () => {
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
