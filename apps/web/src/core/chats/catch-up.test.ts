import type { RealtimeEvent } from '@partyline/contract'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { chatId, sampleChat, sampleMessage, TENANT } from '../tests/sample-chats.ts'
import { openedFrom } from './opened-chat.ts'
import type { OpenedChat } from './opened-chat.ts'
import { createSampleBrowser, MY_LIST } from './tests/sample-browser.ts'
import type { SampleBrowser } from './tests/sample-browser.ts'
import { queryKeys } from '../../platform/query-keys.ts'

const USER_ADDED: RealtimeEvent = {
  tenantId: TENANT,
  area: 'Settings',
  kind: 'UserAdded',
  chatId: null,
  version: null,
  data: null,
}

describe('catch-up', () => {
  let browser: SampleBrowser
  beforeEach(() => {
    browser = createSampleBrowser()
  })

  it.each([
    ['lists', MY_LIST],
    ['opened chats', queryKeys.chats.opened(chatId(1))],
    ['notes', queryKeys.chats.notes(chatId(1))],
    ['numbers', queryKeys.numbers.contacts],
    ['users', queryKeys.users.me],
    ['settings', queryKeys.settings.tenant],
  ])('invalidates %s', async (_what, key) => {
    browser.client.setQueryData(key, {})
    await browser.updates.catchUp()
    expect(browser.client.getQueryState(key)?.isInvalidated).toBe(true)
  })

  it('refetches a chat whose first response was in flight when the connection was made', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<OpenedChat>()
    const responses = [response, Promise.resolve(openedFrom(undefined, sampleChat(1, [], { version: 2 })))]
    const queryKey = queryKeys.chats.opened(chatId(1))
    const observer = new QueryObserver(browser.client, { queryKey, queryFn: () => responses.shift() })
    const stop = observer.subscribe(() => undefined)
    const caughtUp = browser.updates.catchUp()
    respond(openedFrom(undefined, sampleChat(1, [], { version: 1 })))
    await caughtUp
    expect(browser.caches.opened(chatId(1))?.version).toBe(2)
    stop()
  })

  it('does not lose a settings change received just before the connection was lost', async () => {
    browser.client.setQueryData(queryKeys.settings.tenant, {})
    browser.updates.receive([USER_ADDED])
    await browser.updates.catchUp()
    await browser.runDebounced()
    expect(browser.client.getQueryState(queryKeys.settings.tenant)?.isInvalidated).toBe(true)
  })

  it('retries a chat until the server is no longer busy', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.onServer.set(chatId(1), sampleChat(1, [sampleMessage(1), sampleMessage(2)], { version: 9 }))
    browser.busy.answers = 2
    browser.updates.refreshSoon(chatId(1))
    for (let look = 0; look < 3; look += 1) await browser.runDebounced()
    expect(browser.caches.opened(chatId(1))?.version).toBe(9)
    await browser.runDebounced()
    expect(browser.requests).toHaveLength(3)
  })

  it('does not retry a chat that no longer exists', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.updates.refreshSoon(chatId(1))
    for (let look = 0; look < 3; look += 1) await browser.runDebounced()
    expect(browser.requests).toHaveLength(1)
  })

  it('tries a chat at most five times, and again five times after a success', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.onServer.set(chatId(1), sampleChat(1, [sampleMessage(1)], { version: 9 }))
    for (const busyAnswers of [4, 4]) {
      browser.requests.length = 0
      browser.busy.answers = busyAnswers
      browser.updates.refreshSoon(chatId(1))
      for (let look = 0; look < 6; look += 1) await browser.runDebounced()
      expect(browser.requests).toHaveLength(5)
    }
    browser.requests.length = 0
    browser.busy.answers = 9
    browser.updates.refreshSoon(chatId(1))
    for (let look = 0; look < 9; look += 1) await browser.runDebounced()
    expect(browser.requests).toHaveLength(5)
  })

  it('stops retrying a busy server after five attempts', async () => {
    browser.busy.answers = 100
    browser.updates.refreshSoon(chatId(1))
    for (let look = 0; look < 10; look += 1) await browser.runDebounced()
    expect(browser.requests).toHaveLength(5)
  })
})
