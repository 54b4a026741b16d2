import { describe, expect, it } from 'vitest'
import type { ChatChange, MemberId, Pending, UserId } from '@partyline/contract'
import {
  chatChanged,
  chatId,
  MARTAS_MEMBER,
  ME,
  messageAdded,
  messageId,
  notesChanged,
  pendingChanged,
  pendingMessage,
  sampleItem,
  sampleMessage,
  sampleNote,
} from '../tests/sample-chats.ts'
import { arrivalOf, arrivalsBetween, createArrivals, factsOf } from './arrivals.ts'
import type { Arrival } from './arrivals.ts'

const CHAT = 1
const mine = sampleMessage(9, { sentBy: ME })
const BY_ME = { assignedTo: ME as string as UserId }
const OMAR = '0000000a-0000-4000-8000-000000000002'

const textOf = (chat: number, index: number, parts: Parameters<typeof sampleItem>[1] = {}): Arrival => {
  const message = sampleMessage(index)
  return {
    kind: 'text',
    chatId: chatId(chat),
    id: message.id,
    at: message.sentOn,
    by: message.sentBy,
    message,
    chat: factsOf(sampleItem(chat, parts)),
  }
}

it('arrivalOf returns a message from someone else, once', () => {
  const theirs = messageAdded(CHAT, 2, sampleMessage(1), { [ME]: 1 })
  const { messageCount } = theirs.data.patch
  expect(arrivalOf(theirs, { me: ME, cached: undefined })).toEqual(textOf(CHAT, 1))
  expect(arrivalOf(theirs, { me: ME, cached: { messageCount: messageCount - 1 } })).toEqual(textOf(CHAT, 1))
  expect(arrivalOf(theirs, { me: ME, cached: { messageCount } })).toBeNull()
  expect(arrivalOf(messageAdded(CHAT, 2, mine), { me: ME, cached: undefined })).toBeNull()
})

it('arrivalOf reports an unclaimed chat only on its first text', () => {
  const text = (unclaimedCount: number) => {
    const event = messageAdded(CHAT, 2, sampleMessage(1))
    event.data.patch.unclaimedCount = unclaimedCount
    return arrivalOf(event, { me: ME, cached: undefined })
  }
  expect(text(1)).toEqual(textOf(CHAT, 1, { unclaimedCount: 1 }))
  expect(text(2)).toBeNull()
})

it('a text has the chat as it is after it, with the person’s own choice', () => {
  const parts = { state: 'done' as const, members: [MARTAS_MEMBER], ...BY_ME }
  const event = messageAdded(CHAT, 2, sampleMessage(1))
  Object.assign(event.data.patch, parts)
  Object.assign(event.data, { members: parts.members, notify: { [ME]: 'none', [OMAR]: 'all' } })
  expect(arrivalOf(event, { me: ME, cached: undefined })).toEqual(textOf(CHAT, 1, { ...parts, notify: 'none' }))
})

describe('a change', () => {
  const change = { id: messageId(5), at: '2026-11-20T09:00:00.000Z' }
  const changed = (of: Partial<ChatChange>, parts: Parameters<typeof sampleItem>[1] = {}) => {
    const event = chatChanged('ChatUpdated', sampleItem(1, parts))
    const { data } = event
    const changes = [{ ...change, by: null, ...of } as ChatChange]
    return arrivalOf({ ...event, data: { ...data, changes } }, { me: ME, cached: undefined })
  }
  const arrived = { chatId: chatId(1), ...change, message: null }

  it('is the end of a snooze', () => {
    const { notify: _, ...chat } = factsOf(sampleItem(1, BY_ME))
    expect(changed({ kind: 'snoozeEnded' }, BY_ME)).toEqual({ ...arrived, kind: 'snoozeEnded', by: null, chat })
    expect(changed({ kind: 'reopened' }, BY_ME)).toBeNull()
  })

  it('is an assignment to this person by a colleague', () => {
    const by = OMAR as MemberId
    const assigned = { kind: 'assigned', memberId: ME, by } as const
    expect(changed(assigned, BY_ME)).toEqual({ ...arrived, kind: 'assigned', by, chat: {} })
    expect(changed({ ...assigned, memberId: by }, { assignedTo: OMAR as UserId })).toBeNull()
    expect(changed({ ...assigned, by: ME }, BY_ME)).toBeNull()
    expect(changed({ ...assigned, by: null }, BY_ME)).toBeNull()
    expect(changed({ kind: 'renamed', by }, BY_ME)).toBeNull()
    // Taken back in the meantime.
    expect(changed(assigned)).toBeNull()
  })
})

it('a mention is that of the newest note by someone else', () => {
  const by = OMAR as MemberId
  const note = sampleNote(3, { createdBy: by, text: '@Ana, can you call?', mentions: [ME as string as UserId] })
  const arrives = (of: Partial<typeof note>, count = 1) =>
    arrivalOf(notesChanged(1, 1, [{ ...note, ...of }], { [ME]: count }), { me: ME, cached: undefined })
  expect(arrives({})).toMatchObject({ kind: 'mention', id: note.id, by, message: { text: note.text }, chat: {} })
  expect(arrives({ mentions: ['everyone'] })).toMatchObject({ kind: 'mention' })
  expect(arrives({ mentions: [OMAR as UserId] })).toBeNull()
  expect(arrives({ createdBy: ME })).toBeNull()
  expect(arrives({}, 0)).toBeNull()
})

describe('a message that was not sent', () => {
  const arrivesFor = (parts: Partial<Pending>, sentBy = ME) => {
    const message = { ...pendingMessage(7, 'returned'), sentBy }
    const pending = { ...message.pending!, owner: ME as string as UserId, reason: 'replied' as const, ...parts }
    return arrivalOf(pendingChanged(1, 2, [{ ...message, pending }]), { me: ME, cached: undefined })
  }

  it('concerns its owner, and only them', () => {
    expect(arrivesFor({})).toMatchObject({ kind: 'notSent', id: messageId(7) })
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
    arrivals.report(notSent)
    arrivals.report(notSent)
    arrivals.report(textOf(1, 3))
    expect(heard.map(({ kind }) => kind)).toEqual(['notSent', 'text'])
  })
})

describe('arrivalsBetween', () => {
  const before = [sampleItem(1), sampleItem(2)]
  const between = (...after: ReturnType<typeof sampleItem>[]) => arrivalsBetween(before, after, ME)

  it('returns messages newer than all that were loaded, including those of other chats', () => {
    const grown = sampleItem(1, { lastMessage: sampleMessage(8), unreadCount: 1, notify: 'all' })
    expect(between(grown, sampleItem(2))).toEqual([textOf(1, 8, { notify: 'all' })])
    expect(between(sampleItem(3, { unreadCount: 1 }))).toMatchObject([{ chatId: chatId(3) }])
    const ofOthers = sampleItem(3, { members: [MARTAS_MEMBER] })
    expect(between(ofOthers)).toMatchObject([{ chatId: chatId(3) }])
  })

  it('reports an unclaimed chat only on its first text', () => {
    const unclaimed = (unclaimedCount: number) =>
      sampleItem(1, { members: [MARTAS_MEMBER], lastMessage: sampleMessage(8), unclaimedCount })
    expect(between(unclaimed(1))).toMatchObject([{ kind: 'text' }])
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
  it('are reported once each to every subscriber', () => {
    const arrivals = createArrivals()
    const [one, other]: Arrival[][] = [[], []]
    arrivals.subscribe((told) => one?.push(told))
    const stop = arrivals.subscribe((told) => other?.push(told))
    arrivals.report(textOf(1, 1))
    arrivals.report(textOf(1, 1))
    stop()
    arrivals.report(textOf(2, 1))
    expect(one).toEqual([textOf(1, 1), textOf(2, 1)])
    expect(other).toEqual([textOf(1, 1)])
  })

  it('are kept until the first subscriber', () => {
    const arrivals = createArrivals()
    arrivals.report(textOf(1, 1))
    const [first, second]: Arrival[][] = [[], []]
    arrivals.subscribe((told) => first?.push(told))
    arrivals.subscribe((told) => second?.push(told))
    expect(first).toEqual([textOf(1, 1)])
    expect(second).toEqual([])
  })
})
