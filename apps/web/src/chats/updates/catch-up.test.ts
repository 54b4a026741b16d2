import type { RealtimeEvent } from '@partyline/contract'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { numberKeys } from '../../numbers/index.ts'
import { settingsKeys } from '../../settings/index.ts'
import { userKeys } from '../../users/index.ts'
import { chatId, sampleChat, sampleMessage, TENANT } from '../sample-chats.ts'
import { chatKeys } from './chat-keys.ts'
import { openedFrom } from './chat-state.ts'
import type { OpenedChat } from './chat-state.ts'
import { createSampleBrowser, MY_LIST } from './sample-browser.ts'
import type { SampleBrowser } from './sample-browser.ts'

const USER_ADDED: RealtimeEvent = {
  tenantId: TENANT,
  area: 'Settings',
  kind: 'UserAdded',
  chatId: null,
  version: null,
  data: null,
}

describe('catching up', () => {
  let browser: SampleBrowser
  beforeEach(() => {
    browser = createSampleBrowser()
  })

  it.each([
    ['lists', MY_LIST],
    ['opened chats', chatKeys.opened(chatId(1))],
    ['numbers', numberKeys.mobile],
    ['people', userKeys.me],
    ['settings', settingsKeys.tenant],
  ])('catches up with %s after a time without events', async (_what, key) => {
    browser.client.setQueryData(key, {})
    await browser.updates.catchUp()
    expect(browser.client.getQueryState(key)?.isInvalidated).toBe(true)
  })

  it('asks again for a chat whose first response was on its way when the connection was made', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<OpenedChat>()
    const responses = [response, Promise.resolve(openedFrom(undefined, sampleChat(1, [], { version: 2 })))]
    const queryKey = chatKeys.opened(chatId(1))
    const observer = new QueryObserver(browser.client, { queryKey, queryFn: () => responses.shift() })
    const stop = observer.subscribe(() => undefined)
    const caughtUp = browser.updates.catchUp()
    respond(openedFrom(undefined, sampleChat(1, [], { version: 1 })))
    await caughtUp
    expect(browser.caches.opened(chatId(1))?.version).toBe(2)
    stop()
  })

  it('loses no change of the settings that came right before the line was lost', async () => {
    browser.client.setQueryData(settingsKeys.tenant, {})
    browser.updates.receive([USER_ADDED])
    await browser.updates.catchUp()
    await browser.later()
    expect(browser.client.getQueryState(settingsKeys.tenant)?.isInvalidated).toBe(true)
  })

  it('asks again for a chat while the server is busy', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.onServer.set(chatId(1), sampleChat(1, [sampleMessage(1), sampleMessage(2)], { version: 9 }))
    browser.busy.answers = 2
    browser.updates.expect(chatId(1))
    for (let look = 0; look < 3; look += 1) await browser.later()
    expect(browser.caches.opened(chatId(1))?.version).toBe(9)
    await browser.later()
    expect(browser.requests).toHaveLength(3)
  })

  it('asks once for a chat that is gone', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.updates.expect(chatId(1))
    for (let look = 0; look < 3; look += 1) await browser.later()
    expect(browser.requests).toHaveLength(1)
  })

  it('asks for a chat five times, and after an answer five times again', async () => {
    browser.open(sampleChat(1, [sampleMessage(1)]))
    browser.onServer.set(chatId(1), sampleChat(1, [sampleMessage(1)], { version: 9 }))
    for (const busyAnswers of [4, 4]) {
      browser.requests.length = 0
      browser.busy.answers = busyAnswers
      browser.updates.expect(chatId(1))
      for (let look = 0; look < 6; look += 1) await browser.later()
      expect(browser.requests).toHaveLength(5)
    }
    browser.requests.length = 0
    browser.busy.answers = 9
    browser.updates.expect(chatId(1))
    for (let look = 0; look < 9; look += 1) await browser.later()
    expect(browser.requests).toHaveLength(5)
  })

  it('leaves a server in peace that stays busy', async () => {
    browser.busy.answers = 100
    browser.updates.expect(chatId(1))
    for (let look = 0; look < 10; look += 1) await browser.later()
    expect(browser.requests).toHaveLength(5)
  })
})
