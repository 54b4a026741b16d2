import { expect, it } from 'vitest'
import { isUnreadBy } from '../history/history.ts'
import { ME, messageAdded, sampleItem, sampleMessage } from '../tests/sample-chats.ts'
import { applyToItem } from './apply-event.ts'
import { arrivalOf } from './arrivals.ts'
import { mayEnter } from './list-membership.ts'

const item = sampleItem(1)
const reply = sampleMessage(9, { automatic: 'away' })
const event = messageAdded(1, item.version + 1, reply)
Object.assign(event.data.patch, { messageCount: item.messageCount + 1, hasUnread: item.hasUnread })

it('an automatic reply leaves a row of the list as it is, but for its version', () => {
  const { version, messageCount, ...rest } = applyToItem(item, event, ME)
  expect([version, messageCount]).toEqual([item.version + 1, item.messageCount + 1])
  expect({ ...item, ...rest }).toEqual(item)
})

it('an automatic reply is unread to no one, notifies no one, and brings no chat into a list', () => {
  expect(isUnreadBy(reply, ME)).toBe(false)
  expect(isUnreadBy(sampleMessage(9), ME)).toBe(true)
  expect(arrivalOf(event, { me: ME, cached: item })).toBeNull()
  expect(mayEnter({ mode: 'all', term: '' }, event, ME)).toBe(false)
})
