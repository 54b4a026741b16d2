import { describe, expect, it } from 'vitest'
import { chatId, MARTAS_MEMBER, ME, messageAdded, sampleItem, sampleMessage } from '../sample-chats.ts'
import { arrivalOf, arrivalsBetween, createArrivals } from './arrivals.ts'
import type { Arrival } from './arrivals.ts'

const CHAT = 1
const mine = sampleMessage(9, { sentBy: ME })

it('is a message of somebody else, and only when it comes for the first time', () => {
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

it('announces an unclaimed chat with its first text, and no later one', () => {
  const text = (unclaimedCount: number) => {
    const event = messageAdded(CHAT, 2, sampleMessage(1))
    return { ...event, data: { ...event.data, unclaimedCount } } as typeof event
  }
  expect(arrivalOf(text(1), { me: ME, held: undefined })).toMatchObject({ isMine: true })
  expect(arrivalOf(text(2), { me: ME, held: undefined })).toBeNull()
})

describe('what came while no event could tell of it', () => {
  const before = [sampleItem(1), sampleItem(2)]
  const between = (...after: ReturnType<typeof sampleItem>[]) => arrivalsBetween(before, after, ME)

  it('is newer than all that was held, also in a chat that was not', () => {
    const message = sampleMessage(8)
    const grown = sampleItem(1, { lastMessage: message, unreadCount: 1 })
    expect(between(grown, sampleItem(2))).toEqual([{ chatId: chatId(1), message, isMine: true }])
    expect(between(sampleItem(3, { unreadCount: 1 }))).toMatchObject([{ chatId: chatId(3) }])
    const ofOthers = sampleItem(3, { members: [MARTAS_MEMBER] })
    expect(between(ofOthers)).toMatchObject([{ chatId: chatId(3), isMine: false }])
  })

  it('is the first text of an unclaimed chat, and no later one', () => {
    const unclaimed = (unclaimedCount: number) =>
      sampleItem(1, { members: [MARTAS_MEMBER], lastMessage: sampleMessage(8), unclaimedCount })
    expect(between(unclaimed(1))).toMatchObject([{ isMine: true }])
    expect(arrivalsBetween([...before, sampleItem(1, { unclaimedCount: 1 })], [unclaimed(2)], ME)).toEqual([])
  })

  it.each([
    ['this person wrote it', sampleItem(1, { lastMessage: mine, unreadCount: 1 })],
    ['it was read elsewhere', sampleItem(3)],
    ['it is older', sampleItem(4, { lastMessage: sampleMessage(1), unreadCount: 1 })],
    ['the chat is empty', sampleItem(5, { lastMessage: null })],
  ])('is nothing where %s', (_why, item) => {
    expect(between(item)).toEqual([])
  })

  it('is nothing where nothing was held: the page was just opened', () => {
    expect(arrivalsBetween([], [sampleItem(1, { unreadCount: 1 })], ME)).toEqual([])
  })
})

describe('the arrivals', () => {
  const arrival = (chat: number, message: number): Arrival => ({
    chatId: chatId(chat),
    message: sampleMessage(message),
    isMine: true,
  })

  it('are told once each, to all who listen', () => {
    const arrivals = createArrivals()
    const [one, other]: Arrival[][] = [[], []]
    arrivals.subscribe((told) => one?.push(told))
    const stop = arrivals.subscribe((told) => other?.push(told))
    arrivals.tell(arrival(1, 1))
    arrivals.tell(arrival(1, 1))
    stop()
    arrivals.tell(arrival(2, 1))
    expect(one).toEqual([arrival(1, 1), arrival(2, 1)])
    expect(other).toEqual([arrival(1, 1)])
  })

  it('wait for the first who listens', () => {
    const arrivals = createArrivals()
    arrivals.tell(arrival(1, 1))
    const [first, second]: Arrival[][] = [[], []]
    arrivals.subscribe((told) => first?.push(told))
    arrivals.subscribe((told) => second?.push(told))
    expect(first).toEqual([arrival(1, 1)])
    expect(second).toEqual([])
  })
})
