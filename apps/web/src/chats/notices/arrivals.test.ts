import { expect, it } from 'vitest'
import { ME, messageAdded, sampleMessage } from '../sample-chats.ts'
import { isArrival } from './arrivals.ts'

const CHAT = 1

it('is a message of somebody else, and only when it comes for the first time', () => {
  const theirs = messageAdded(CHAT, 2, sampleMessage(1))
  const { messageCount } = theirs.data
  expect(isArrival(theirs, { me: ME, held: undefined })).toBe(true)
  expect(isArrival(theirs, { me: ME, held: { messageCount: messageCount - 1 } })).toBe(true)
  expect(isArrival(theirs, { me: ME, held: { messageCount } })).toBe(false)
  expect(isArrival(messageAdded(CHAT, 2, sampleMessage(1, { sentBy: ME })), { me: ME, held: undefined })).toBe(false)
})
