import { describe, expect, it } from 'vitest'
import type { ChatChange, ChatListItem, MemberId, Pending, UserId } from '@partyline/contract'
import {
  chatChanged,
  chatId,
  MARTAS_MEMBER,
  ME,
  messageAdded,
  messageId,
  MY_MEMBER,
  pendingChanged,
  pendingMessage,
  sampleItem,
  sampleMessage,
} from '../tests/sample-chats.ts'
import { arrivalOf, arrivalsBetween, createArrivals } from './arrivals.ts'
import type { Arrival } from './arrivals.ts'

const CHAT = 1
const mine = sampleMessage(9, { sentBy: ME })
const BY_ME = { assignedTo: ME as string as UserId }
const BY_OTHER = { assignedTo: '0000000a-0000-4000-8000-000000000002' as UserId }
const DONE = { state: 'done' } as const

it('arrivalOf returns a message from someone else, once', () => {
  const message = sampleMessage(1)
  const theirs = messageAdded(CHAT, 2, message, { [ME]: 1 })
  const { messageCount } = theirs.data.patch
  const arrival = { kind: 'message', chatId: chatId(CHAT), id: message.id, at: message.sentOn, message, isMine: true }
  const cached = (count: number) => ({ messageCount: count, notify: 'mine' }) as const
  expect(arrivalOf(theirs, { me: ME, cached: undefined })).toEqual(arrival)
  expect(arrivalOf(theirs, { me: ME, cached: cached(messageCount - 1) })).toEqual(arrival)
  expect(arrivalOf(theirs, { me: ME, cached: cached(messageCount) })).toBeNull()
  expect(arrivalOf(messageAdded(CHAT, 2, mine), { me: ME, cached: undefined })).toBeNull()
  expect(arrivalOf(messageAdded(CHAT, 2, message), { me: ME, cached: undefined })?.isMine).toBe(false)
})

it('arrivalOf reports an unclaimed chat only on its first text', () => {
  const text = (unclaimedCount: number) => {
    const event = messageAdded(CHAT, 2, sampleMessage(1))
    event.data.patch.unclaimedCount = unclaimedCount
    return event
  }
  expect(arrivalOf(text(1), { me: ME, cached: undefined })).toMatchObject({ isMine: true })
  expect(arrivalOf(text(2), { me: ME, cached: undefined })).toBeNull()
})

/** The rule of docs/product.md#notifications: whether a chat with an unread message is the person's; null is silence. */
const RULE: [string, Partial<ChatListItem>, boolean | null][] = [
  ['no assignee', {}, true],
  ['assigned to me', BY_ME, true],
  ['assigned to someone else', BY_OTHER, false],
  ['assigned to someone else, all messages', { ...BY_OTHER, notify: 'all' }, true],
  ['all messages', { notify: 'all' }, true],
  ['no messages', { notify: 'none' }, null],
  ['assigned to me, no messages', { ...BY_ME, notify: 'none' }, null],
  ['someone else’s chat', { members: [MARTAS_MEMBER] }, false],
  ['done', DONE, null],
  ['done, all messages', { ...DONE, notify: 'all' }, null],
  ['snoozed', { state: 'snoozed', snoozedUntil: '2026-11-30T13:00:00.000Z' }, null],
]

it.each(RULE)('a message in a chat with %s', (_what, given, isMine) => {
  const { notify = 'mine', ...parts } = given
  const item = sampleItem(1, { ...parts, notify, unreadCount: 1, lastMessage: sampleMessage(8) })
  const added = messageAdded(CHAT, 2, sampleMessage(8), item.members.includes(MY_MEMBER) ? { [ME]: 1 } : {})
  const { data } = added
  const event = { ...added, data: { ...data, patch: { ...data.patch, ...parts }, notify: { [ME]: notify } } }
  expect(arrivalOf(event as typeof added, { me: ME, cached: undefined })?.isMine ?? null).toBe(isMine)
  expect(arrivalsBetween([sampleItem(2)], [item], ME)[0]?.isMine ?? null).toBe(isMine)
})

describe('the end of a snooze', () => {
  const ended = (parts: Parameters<typeof sampleItem>[1], kind: ChatChange['kind'] = 'snoozeEnded') => {
    const event = chatChanged('ChatUpdated', sampleItem(1, parts))
    const change = { id: messageId(5), at: '2026-11-20T09:00:00.000Z', by: null, kind } as unknown as ChatChange
    return { ...event, data: { ...event.data, changes: [change] } } as typeof event
  }
  const arrivesFor = (...given: Parameters<typeof ended>) => arrivalOf(ended(...given), { me: ME, cached: undefined })

  it('concerns the assignee, and without one, every member', () => {
    expect(arrivesFor(BY_ME)).toEqual({
      kind: 'snoozeEnded',
      chatId: chatId(1),
      id: messageId(5),
      at: '2026-11-20T09:00:00.000Z',
      message: null,
      isMine: true,
    })
    expect(arrivesFor({})).toMatchObject({ isMine: true })
    expect(arrivesFor(BY_OTHER)).toBeNull()
    expect(arrivesFor({ members: [MARTAS_MEMBER] })).toBeNull()
  })

  it('is silent for someone who wants no notifications of the chat, and unlike other changes', () => {
    expect(arrivalOf(ended({}), { me: ME, cached: { messageCount: 1, notify: 'none' } })).toBeNull()
    expect(arrivesFor({}, 'reopened')).toBeNull()
  })
})

describe('a message that was not sent', () => {
  const arrivesFor = (parts: Partial<Pending>, sentBy = ME) => {
    const message = { ...pendingMessage(7, 'returned'), sentBy }
    const pending = { ...message.pending!, owner: ME as string as UserId, reason: 'replied' as const, ...parts }
    return arrivalOf(pendingChanged(1, 2, [{ ...message, pending }]), { me: ME, cached: undefined })
  }

  it('concerns its owner, and only them', () => {
    expect(arrivesFor({})).toMatchObject({ kind: 'notSent', id: messageId(7), isMine: true })
    expect(arrivesFor({ owner: 'other' as UserId })).toBeNull()
    const late = { state: 'late', owner: null, reason: null } as const
    expect(arrivesFor(late)).toMatchObject({ kind: 'notSent' })
    expect(arrivesFor(late, 'other' as MemberId)).toBeNull()
  })

  it('is no news if the person took it back, or while it waits', () => {
    expect(arrivesFor({ reason: 'undone' })).toBeNull()
    expect(arrivesFor({ state: 'scheduled', owner: null, reason: null })).toBeNull()
  })

  it('is reported once, and keeps back no message of its chat', () => {
    const arrivals = createArrivals()
    const heard: Arrival[] = []
    arrivals.subscribe((arrival) => heard.push(arrival))
    const notSent = arrivesFor({})!
    const message = sampleMessage(3)
    arrivals.report(notSent)
    arrivals.report(notSent)
    arrivals.report({ kind: 'message', chatId: chatId(1), id: message.id, at: message.sentOn, message, isMine: true })
    expect(heard.map(({ kind }) => kind)).toEqual(['notSent', 'message'])
  })
})

describe('arrivalsBetween', () => {
  const before = [sampleItem(1), sampleItem(2)]
  const between = (...after: ReturnType<typeof sampleItem>[]) => arrivalsBetween(before, after, ME)

  it('returns messages newer than all that were loaded, including those of other chats', () => {
    const message = sampleMessage(8)
    const grown = sampleItem(1, { lastMessage: message, unreadCount: 1 })
    expect(between(grown, sampleItem(2))).toEqual([
      { kind: 'message', chatId: chatId(1), id: message.id, at: message.sentOn, message, isMine: true },
    ])
    expect(between(sampleItem(3, { unreadCount: 1 }))).toMatchObject([{ chatId: chatId(3) }])
    const ofOthers = sampleItem(3, { members: [MARTAS_MEMBER] })
    expect(between(ofOthers)).toMatchObject([{ chatId: chatId(3), isMine: false }])
  })

  it('reports an unclaimed chat only on its first text', () => {
    const unclaimed = (unclaimedCount: number) =>
      sampleItem(1, { members: [MARTAS_MEMBER], lastMessage: sampleMessage(8), unclaimedCount })
    expect(between(unclaimed(1))).toMatchObject([{ isMine: true }])
    expect(arrivalsBetween([...before, sampleItem(1, { unclaimedCount: 1 })], [unclaimed(2)], ME)).toEqual([])
  })

  it.each([
    ['the user wrote the message', sampleItem(1, { lastMessage: mine, unreadCount: 1 })],
    ['the message was read elsewhere', sampleItem(3)],
    ['the message is older than the loaded ones', sampleItem(4, { lastMessage: sampleMessage(1), unreadCount: 1 })],
    ['the chat is empty', sampleItem(5, { lastMessage: null })],
  ])('returns nothing if %s', (_why, item) => {
    expect(between(item)).toEqual([])
  })

  it('returns nothing if no chats were loaded before', () => {
    expect(arrivalsBetween([], [sampleItem(1, { unreadCount: 1 })], ME)).toEqual([])
  })
})

describe('arrivals', () => {
  const arrival = (chat: number, message: number): Arrival => ({
    kind: 'message',
    chatId: chatId(chat),
    id: messageId(message),
    at: sampleMessage(message).sentOn,
    message: sampleMessage(message),
    isMine: true,
  })

  it('are reported once each to every subscriber', () => {
    const arrivals = createArrivals()
    const [one, other]: Arrival[][] = [[], []]
    arrivals.subscribe((told) => one?.push(told))
    const stop = arrivals.subscribe((told) => other?.push(told))
    arrivals.report(arrival(1, 1))
    arrivals.report(arrival(1, 1))
    stop()
    arrivals.report(arrival(2, 1))
    expect(one).toEqual([arrival(1, 1), arrival(2, 1)])
    expect(other).toEqual([arrival(1, 1)])
  })

  it('are kept until the first subscriber', () => {
    const arrivals = createArrivals()
    arrivals.report(arrival(1, 1))
    const [first, second]: Arrival[][] = [[], []]
    arrivals.subscribe((told) => first?.push(told))
    arrivals.subscribe((told) => second?.push(told))
    expect(first).toEqual([arrival(1, 1)])
    expect(second).toEqual([])
  })
})
