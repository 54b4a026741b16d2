import type { ChatListItem, NumberId } from '@partyline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryKeys } from '../../platform/query-keys.ts'
import type { ChatListQuery } from '../../platform/query-keys.ts'
import {
  chatChanged,
  chatId,
  deliveryUpdated,
  MARTA,
  MARTAS_MEMBER,
  ME,
  messageAdded,
  messageId,
  MY_MEMBER,
  pendingChanged,
  pendingMessage,
  sampleChat,
  sampleItem,
  sampleMessage,
} from '../tests/sample-chats.ts'
import { DANA } from '../tests/sample-messages.ts'
import { belongsIn } from './list-membership.ts'
import { createSampleBrowser, MY_LIST } from './tests/sample-browser.ts'
import type { SampleBrowser } from './tests/sample-browser.ts'

const OTHER_LINE = '0000000c-0000-4000-8000-000000000002' as NumberId
const ME_AS_ASSIGNEE = ME as string as NonNullable<ChatListItem['assignedTo']>
const DANA_AS_ASSIGNEE = DANA as string as typeof ME_AS_ASSIGNEE
const LATER = '2026-11-30T08:00:00.000Z'
const all = (parts: Partial<ChatListQuery> = {}): ChatListQuery => ({ mode: 'all', term: '', ...parts })
const SNOOZED = { state: 'snoozed', snoozedUntil: LATER } as const

const MENTIONS = all({ listFilters: ['mentions'] })

const FAILED = {
  messageId: messageId(1),
  memberId: MARTA,
  status: 'failed',
  updatedOn: '2026-11-20T09:02:00.000Z',
  errorCode: null,
  errorText: null,
  dismissed: false,
} as const

describe('a list', () => {
  const belongs = (query: ChatListQuery, parts: Partial<ChatListItem>, wasListed = false) =>
    belongsIn(query, sampleItem(1, parts), ME, wasListed)

  it('of “my” chats has only those that I am a member of', () => {
    const mine = { mode: 'my', term: '' } as const
    expect(belongs(mine, {})).toBe(true)
    expect(belongs(mine, { members: [MARTAS_MEMBER] }, true)).toBe(false)
    expect(belongs(all(), { members: [MARTAS_MEMBER] })).toBe(true)
  })

  it('of scheduled messages has chats in every state', () => {
    const scheduled = all({ listFilters: ['scheduled'] })
    expect(belongs(scheduled, {})).toBe(false)
    for (const state of ['open', 'done'] as const) expect(belongs(scheduled, { state, scheduledCount: 1 })).toBe(true)
    expect(belongs(all({ listFilters: ['scheduled', 'done'] }), { scheduledCount: 1 })).toBe(false)
  })

  it('of returned messages has chats in every state', () => {
    const returned = all({ listFilters: ['returned'] })
    expect(belongs(returned, { scheduledCount: 1 })).toBe(false)
    for (const state of ['open', 'done'] as const) expect(belongs(returned, { state, returnedCount: 1 })).toBe(true)
  })

  it('of what is due today has chats whose next message is scheduled for before the end of the day', () => {
    const endOfToday = '2026-11-25T05:00:00.000Z'
    const due = all({ listFilters: ['dueToday'], endOfToday })
    const belongsFor = (scheduledFor: string | null) => belongs(due, { state: 'done', scheduledCount: 1, scheduledFor })
    expect(belongsFor('2026-11-25T04:59:59.999Z')).toBe(true)
    expect([belongsFor(endOfToday), belongsFor(null)]).toEqual([false, false])
  })

  it('has deleted chats only if it is the list of deleted chats', () => {
    for (const term of ['', 'marta']) expect(belongs(all({ term }), { archived: true }, true)).toBe(false)
    const deleted = all({ listFilters: ['deleted'] })
    expect(belongs(deleted, { archived: true, state: 'done' })).toBe(true)
    expect(belongs(deleted, {}, true)).toBe(false)
  })

  it('of search results has only chats that were there before, in any state', () => {
    const found = all({ term: 'marta' })
    expect(belongs(found, {})).toBe(false)
    for (const state of ['open', 'done', 'snoozed'] as const) expect(belongs(found, { state }, true)).toBe(true)
  })

  it('has open chats unless it is of another state', () => {
    const lists = { open: all(), done: all({ listFilters: ['done'] }), snoozed: all({ listFilters: ['snoozed'] }) }
    for (const [listed, query] of Object.entries(lists)) {
      for (const state of ['open', 'done', 'snoozed'] as const) expect(belongs(query, { state })).toBe(state === listed)
    }
  })

  it.each<[ChatListQuery, Partial<ChatListItem>, Partial<ChatListItem>]>([
    [all({ listFilters: ['unread'] }), { unreadCount: 1 }, { unreadCount: 0 }],
    [all({ listFilters: ['mentions'] }), { mentionCount: 1 }, { mentionCount: 0 }],
    [all({ listFilters: ['attention'] }), { failedCount: 1 }, { failedCount: 0 }],
    [all({ listFilters: ['unassigned'] }), { assignedTo: null }, { assignedTo: ME_AS_ASSIGNEE }],
    [all({ listFilters: ['assignedToMe'] }), { assignedTo: ME_AS_ASSIGNEE }, { assignedTo: null }],
    [all({ listFilters: ['assignedToMe'] }), { assignedTo: ME_AS_ASSIGNEE }, { assignedTo: DANA_AS_ASSIGNEE }],
    [all({ line: OTHER_LINE }), { numberId: OTHER_LINE }, {}],
    [{ mode: 'unclaimed', term: '' }, { unclaimedCount: 1 }, { unclaimedCount: 0 }],
    [all({ listFilters: ['unread', 'attention'] }), { unreadCount: 1, failedCount: 1 }, { failedCount: 1 }],
  ])('of %j has the chats that match, and no others', (query, matching, other) => {
    expect(belongs(query, matching)).toBe(true)
    expect(belongs(query, other)).toBe(false)
  })

  it('of mentions has chats of others, and chats in every state', () => {
    const mentions: ChatListQuery = { mode: 'my', term: '', listFilters: ['mentions'] }
    expect(belongs(mentions, { members: [MARTAS_MEMBER], mentionCount: 1 })).toBe(true)
    expect(belongs(mentions, { state: 'done', mentionCount: 2 })).toBe(true)
    expect(belongs(mentions, { archived: true, mentionCount: 1 }, true)).toBe(false)
    const mineUnread: ChatListQuery = { ...mentions, listFilters: ['unread', 'mentions'] }
    expect(belongs(mineUnread, { unreadCount: 1, mentionCount: 1 })).toBe(true)
    expect(belongs(mineUnread, { unreadCount: 1 })).toBe(false)
  })

  it('of mentions drops a chat once they are seen', () => {
    expect(belongs(MENTIONS, { mentionCount: 0 }, true)).toBe(false)
    expect(belongs(MENTIONS, { mentionCount: 0, members: [MARTAS_MEMBER] }, true)).toBe(false)
  })

  it('of unread chats keeps one that was read, but not one that is done as well', () => {
    const unread = all({ listFilters: ['unread'] })
    expect(belongs(unread, { unreadCount: 0 }, true)).toBe(true)
    expect(belongs(unread, { unreadCount: 0, state: 'done' }, true)).toBe(false)
  })
})

describe('an event moves a chat without a request', () => {
  let browser: SampleBrowser
  beforeEach(() => {
    browser = createSampleBrowser()
    browser.cacheList(MY_LIST, sampleItem(1), sampleItem(2))
  })

  function cacheList(query: ChatListQuery, ...items: ChatListItem[]) {
    const key = queryKeys.chats.list(query)
    browser.cacheList(key, ...items)
    return () => browser.list(key).map(({ id }) => id)
  }
  async function receive(...events: Parameters<SampleBrowser['updates']['receive']>[0]) {
    browser.updates.receive(events)
    await browser.runDebounced()
    expect(browser.requests).toEqual([])
  }
  const mine = () => browser.list().map(({ id }) => id)

  it('from the open chats to the done ones, and back with the next text', async () => {
    const done = cacheList(all({ listFilters: ['done'] }))
    const doneItem = sampleItem(1, { version: 2, state: 'done' })
    await receive(chatChanged('ChatUpdated', doneItem))
    expect([mine(), done()]).toEqual([[chatId(2)], [chatId(1)]])

    await receive(messageAdded(1, 3, sampleMessage(9), { [ME]: 1 }))
    expect([mine(), done()]).toEqual([[chatId(1), chatId(2)], []])
    expect(browser.list()[0]).toMatchObject({ version: 3, state: 'open', unreadCount: 1 })
  })

  it('from the snoozed chats to the open ones when its snooze ends or a text fails', async () => {
    const snoozed = cacheList(all({ listFilters: ['snoozed'] }), sampleItem(3, SNOOZED), sampleItem(4, SNOOZED))
    await receive(chatChanged('ChatUpdated', sampleItem(3, { version: 2 })))
    const failure = deliveryUpdated(4, 2, FAILED)
    Object.assign(failure.data.patch, { failedCount: 1, state: 'open', snoozedUntil: null })
    await receive(failure)
    expect(snoozed()).toEqual([])
    expect(mine().toSorted()).toEqual([1, 2, 3, 4].map(chatId))
  })

  it('into the lists of its assignee, and out of those without one', async () => {
    const toMe = cacheList(all({ listFilters: ['assignedToMe'] }))
    const toNobody = cacheList(all({ listFilters: ['unassigned'] }), sampleItem(1), sampleItem(2))
    await receive(chatChanged('ChatUpdated', sampleItem(1, { version: 2, assignedTo: ME_AS_ASSIGNEE })))
    expect([toMe(), toNobody()]).toEqual([[chatId(1)], [chatId(2)]])
    expect(mine()).toHaveLength(2)
  })

  it('into the unread ones with a text, or when it is marked as unread elsewhere', async () => {
    const unread = cacheList(all({ listFilters: ['unread'] }))
    await receive(messageAdded(7, 2, sampleMessage(9), { [ME]: 1 }))
    await receive(deliveryUpdated(1, 2, { ...FAILED, status: 'delivered' }, { [ME]: 1 }))
    expect(unread().toSorted()).toEqual([chatId(1), chatId(7)])
  })

  it('into those that need attention with a failure, and out of them once it is handled', async () => {
    const failed = cacheList(all({ listFilters: ['attention'] }))
    const withCount = (version: number, failedCount: number) => {
      const event = deliveryUpdated(1, version, FAILED)
      event.data.patch.failedCount = failedCount
      return event
    }
    await receive(withCount(2, 1))
    expect(failed()).toEqual([chatId(1)])
    await receive(withCount(3, 0))
    expect(failed()).toEqual([])
  })

  it('from those that are due today to those that were returned, and out of both', async () => {
    // Messages of the samples are scheduled for November 30.
    const due = cacheList(all({ listFilters: ['dueToday'], endOfToday: '2026-12-01T05:00:00.000Z' }))
    const earlier = cacheList(all({ listFilters: ['dueToday'], endOfToday: '2026-11-30T05:00:00.000Z' }))
    const returned = cacheList(all({ listFilters: ['returned'] }))
    const listed = () => [due(), earlier(), returned()]
    await receive(pendingChanged(1, 2, [pendingMessage(8, 'scheduled')]))
    expect(listed()).toEqual([[chatId(1)], [], []])
    await receive(pendingChanged(1, 3, [pendingMessage(8, 'returned')]))
    expect(listed()).toEqual([[], [], [chatId(1)]])
    await receive(pendingChanged(1, 4, []))
    expect(listed()).toEqual([[], [], []])
  })

  it('to the list of another line', async () => {
    const [ofOther, ofOurs] = [
      cacheList(all({ line: OTHER_LINE })),
      cacheList(all({ line: sampleItem(1).numberId }), sampleItem(1)),
    ]
    await receive(chatChanged('ChatUpdated', sampleItem(1, { version: 2, numberId: OTHER_LINE })))
    expect([ofOther(), ofOurs()]).toEqual([[chatId(1)], []])
  })

  it('out of the unclaimed ones once someone is in it', async () => {
    const unclaimed = cacheList(
      { mode: 'unclaimed', term: '' },
      sampleItem(3, { members: [MARTAS_MEMBER], unclaimedCount: 1 }),
    )
    await receive(chatChanged('MemberAddedToChat', sampleItem(3, { version: 2, members: [MY_MEMBER] }), { [ME]: 0 }))
    expect(unclaimed()).toEqual([])
    expect(mine()).toContain(chatId(3))
  })

  it('into the unread mentions with a text, from a list that knows the mention, and no other chat', async () => {
    browser.cacheList(MY_LIST, sampleItem(1, { mentionCount: 1 }), sampleItem(2))
    const unread = cacheList(all({ listFilters: ['unread', 'mentions'] }))
    for (const chat of [1, 2]) await receive(messageAdded(chat, 2, sampleMessage(8 + chat), { [ME]: 1 }))
    expect(unread()).toEqual([chatId(1)])
  })

  it('to the top of the mentions with a text, also if it is the chat of others', async () => {
    const parts = { members: [MARTAS_MEMBER], mentionCount: 1 }
    const mentions = cacheList(MENTIONS, sampleItem(4, parts), sampleItem(5, parts))
    const event = messageAdded(4, 2, { ...sampleMessage(9), sentOn: LATER })
    event.data.members = [MARTAS_MEMBER]
    await receive(event)
    expect(mentions()).toEqual([chatId(4), chatId(5)])
    expect(browser.list(queryKeys.chats.list(MENTIONS))[0]).toMatchObject({ version: 2, mentionCount: 1 })
  })

  it('not into the mentions, and fetches no chat that only they could show', async () => {
    const mentions = cacheList(MENTIONS)
    // Its unread messages are not in the event, and no list has it.
    await receive(chatChanged('ChatUpdated', sampleItem(7, { version: 2, state: 'done' })))
    expect(mentions()).toEqual([])
  })

  it('nowhere if a report of a text says nothing new', async () => {
    const failed = cacheList(all({ listFilters: ['attention'] }))
    await receive(deliveryUpdated(9, 2, { ...FAILED, status: 'delivered' }))
    expect([mine().length, failed()]).toEqual([2, []])
  })

  it('nowhere if the list has other chats', async () => {
    const [done, failed] = [cacheList(all({ listFilters: ['done'] })), cacheList(all({ listFilters: ['attention'] }))]
    await receive(
      messageAdded(7, 2, sampleMessage(9), { [ME]: 1 }),
      chatChanged('ChatUpdated', sampleItem(8, { state: 'snoozed' })),
    )
    expect([done(), failed()]).toEqual([[], []])
  })
})

it('fetches a chat that a failure opened if no list has it', async () => {
  const browser = createSampleBrowser()
  browser.cacheList(MY_LIST)
  browser.onServer.set(chatId(5), sampleChat(5, [sampleMessage(5)], { version: 2 }))
  const failure = deliveryUpdated(5, 2, FAILED)
  failure.data.patch.state = 'open'
  browser.updates.receive([failure])
  await browser.runDebounced()
  expect(browser.list().map(({ id }) => id)).toEqual([chatId(5)])
})

describe('a fetched chat', () => {
  const parts = { members: [MARTAS_MEMBER] }
  const put = (browser: SampleBrowser, mentionCount: number, version: number) =>
    browser.caches.putChat({ ...sampleChat(5, [sampleMessage(5)], { ...parts, version }), mentionCount })

  it('enters the mentions if it has some, and leaves them once they are seen, although I am not a member', () => {
    const browser = createSampleBrowser()
    browser.cacheList(MY_LIST)
    const key = queryKeys.chats.list(MENTIONS)
    browser.cacheList(key)
    put(browser, 2, 1)
    expect(browser.list(key)).toMatchObject([{ id: chatId(5), mentionCount: 2 }])
    expect(browser.list()).toEqual([])
    // Notes leave the version of the chat as it is.
    put(browser, 0, 1)
    expect(browser.list(key)).toEqual([])
  })
})
