import { beforeEach, describe, expect, it } from 'vitest'
import {
  chatChanged,
  chatId,
  MARTAS_MEMBER,
  messageAdded,
  ME,
  MY_MEMBER,
  sampleItem,
  sampleMessage,
} from '../tests/sample-chats.ts'
import { createSampleBrowser, MY_LIST } from './tests/sample-browser.ts'
import type { SampleBrowser } from './tests/sample-browser.ts'
import { queryKeys } from '../../platform/query-keys.ts'

const UNCLAIMED = queryKeys.chats.list({ mode: 'unclaimed', term: '' })
const ALONE = { members: [MARTAS_MEMBER] }

let browser: SampleBrowser
beforeEach(() => {
  browser = createSampleBrowser()
  browser.cacheList(UNCLAIMED, sampleItem(1, { ...ALONE, unclaimedCount: 1 }))
})
const listed = () => browser.list(UNCLAIMED).map(({ id, unclaimedCount }) => [id, unclaimedCount])

function textIn(chat: number, version: number, unclaimedCount: number) {
  const event = messageAdded(chat, version, sampleMessage(version))
  Object.assign(event.data, ALONE)
  event.data.patch.unclaimedCount = unclaimedCount
  return event
}

describe('unclaimed list', () => {
  it('counts texts that arrive', () => {
    browser.updates.receive([textIn(1, 2, 2)])
    expect(listed()).toEqual([[chatId(1), 2]])
  })

  it('drops a chat as soon as a user joins it', () => {
    const claimed = sampleItem(1, { version: 2, members: [MY_MEMBER, MARTAS_MEMBER] })
    browser.updates.receive([chatChanged('ChatUpdated', claimed)])
    expect(listed()).toEqual([])
  })

  it('moves a chat that I join to my list', async () => {
    browser.cacheList(MY_LIST)
    const claimed = sampleItem(1, { version: 2, members: [MY_MEMBER, MARTAS_MEMBER] })
    browser.updates.receive([chatChanged('MemberAddedToChat', claimed, { [ME]: 1 })])
    await browser.runDebounced()
    expect(listed()).toEqual([])
    expect(browser.list().map(({ id }) => id)).toEqual([chatId(1)])
    expect(browser.requests).toEqual([])
  })

  it('adds a chat that a text made unclaimed, and no other, without a request', async () => {
    browser.updates.receive([textIn(3, 2, 0), textIn(2, 2, 1)])
    await browser.runDebounced()
    expect(browser.requests).toEqual([])
    expect(listed()).toEqual([
      [chatId(2), 1],
      [chatId(1), 1],
    ])
  })
})
