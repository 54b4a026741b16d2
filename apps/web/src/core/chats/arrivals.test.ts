import { describe, expect, it } from 'vitest'
import { chatId, MARTAS_MEMBER, ME, messageAdded, sampleItem, sampleMessage } from '../sample-chats.ts'
import { arrivalOf, arrivalsBetween, createArrivals } from './arrivals.ts'
import type { Arrival } from './arrivals.ts'

const CHAT = 1
const mine = sampleMessage(9, { sentBy: ME })

it('arrivalOf returns a message from someone else, once', () => {
  const message = sampleMessage(1)
  const theirs = messageAdded(CHAT, 2, message, { [ME]: 1 })
  const { messageCount } = theirs.data
  const arrival = { chatId: chatId(CHAT), message, isMine: true }
  expect(arrivalOf(theirs, { me: ME, held: undefined })).toEqual(arrival)
  expect(arrivalOf(theirs, { me: ME, held: { messageCount: messageCount - 1 } })).toEqual(arrival)
  expect(arrivalOf(theirs, { me: ME, held: { messageCount } })).toBeNull()
  expect(arrivalOf(messageAdded(CHAT, 2, mine), { me: ME, held: undefined })).toBeNull()
  expect(arrivalOf(messageAdded(CHAT, 2, message), { me: ME, held: undefined })?.isMine).toBe(false)
})

it('arrivalOf reports an unclaimed chat only on its first text', () => {
  const text = (unclaimedCount: number) => {
    const event = messageAdded(CHAT, 2, sampleMessage(1))
    return { ...event, data: { ...event.data, unclaimedCount } } as typeof event
  }
  expect(arrivalOf(text(1), { me: ME, held: undefined })).toMatchObject({ isMine: true })
  expect(arrivalOf(text(2), { me: ME, held: undefined })).toBeNull()
})

describe('arrivalsBetween', () => {
  const before = [sampleItem(1), sampleItem(2)]
  const between = (...after: ReturnType<typeof sampleItem>[]) => arrivalsBetween(before, after, ME)

  it('returns messages newer than all that were loaded, including those of other chats', () => {
    const message = sampleMessage(8)
    const grown = sampleItem(1, { lastMessage: message, unreadCount: 1 })
    expect(between(grown, sampleItem(2))).toEqual([{ chatId: chatId(1), message, isMine: true }])
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
    chatId: chatId(chat),
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
