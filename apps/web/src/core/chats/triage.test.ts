import type { Chat, ChatListItem, Message, UserId } from '@partyline/contract'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApi } from '../../platform/api.ts'
import { SAMPLE_TOKENS } from '../../platform/tests/sample-tokens.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { chatId, MARTA, ME, sampleChat, sampleItem, sampleMessage } from '../tests/sample-chats.ts'
import { createChatCaches } from './chat-caches.ts'
import { openedFrom } from './opened-chat.ts'
import type { OpenedChat } from './opened-chat.ts'
import type { ListPages } from './list-pages.ts'
import { createTriage } from './triage.ts'

const MY_ID = ME as string as UserId
const OTHER_ID = '0000000a-0000-4000-8000-000000000002' as UserId
const UNTIL = '2026-11-30T13:00:00.000Z'
const LIST = queryKeys.chats.list({ mode: 'my', term: '' })

/** A browser with one chat in the list, opened, and a server that accepts changes of the current version only. */
function createBrowser(parts: Partial<ChatListItem> = {}) {
  const item = sampleItem(1, { version: 7, ...parts })
  const messages: Message[] = [item.lastMessage!]
  const { lastMessage: _, hit: _hit, ...rest } = item
  const server: { chat: Chat; asked: string[]; refuses: Response | null } = {
    chat: { ...rest, messages, pending: [] },
    asked: [],
    refuses: null,
  }
  const answer = () => {
    const { messages: all, ...chat } = server.chat
    return { ...chat, lastMessage: all.at(-1) ?? null, hit: null }
  }
  const fetch: typeof globalThis.fetch = async (path, init = {}) => {
    const name = (path as string).split('/').at(-1) ?? ''
    if (init.method === 'GET') return Response.json({ data: server.chat })
    server.asked.push(`${name} ${new Headers(init.headers).get('if-match')}`)
    if (server.refuses) return server.refuses
    if (new Headers(init.headers).get('if-match') !== `"${server.chat.version}"`) {
      return Response.json({ error: 'conflict', message: 'This was changed.' }, { status: 409 })
    }
    const body = (await new Response(init.body).json()) as {
      state: Chat['state']
      until?: string
      userId: UserId | null
    }
    const changed =
      name === 'state' ? { state: body.state, snoozedUntil: body.until ?? null } : { assignedTo: body.userId }
    server.chat = { ...server.chat, ...changed, version: server.chat.version + 1 }
    return Response.json({ data: answer() })
  }
  const api = createApi({ fetch, base: '', tokens: SAMPLE_TOKENS })
  const client = new QueryClient()
  const caches = createChatCaches({ client, me: ME })
  client.setQueryData<ListPages>(LIST, {
    pages: [{ items: [item], next: null, endsUnread: false }],
    pageParams: [null],
  })
  client.setQueryData<OpenedChat>(queryKeys.chats.opened(item.id), openedFrom(undefined, server.chat))
  const network = { isOnline: true }
  const refreshed: string[] = []
  const triage = createTriage({
    api,
    caches,
    me: ME,
    isOnline: () => network.isOnline,
    refreshSoon: (id) => refreshed.push(id),
    refreshIfOffline: () => undefined,
  })
  const opened = () => caches.opened(item.id)
  const listed = () => caches.listed().map(({ id }) => id)
  return { listed, triage, caches, server, network, refreshed, opened, chat: () => caches.find(item.id)! }
}

describe('triage', () => {
  let browser: ReturnType<typeof createBrowser>
  beforeEach(() => {
    browser = createBrowser()
  })
  const done = () => browser.triage.change(browser.chat(), { state: { state: 'done' } })
  const assign = (assignee: UserId | null) => browser.triage.change(browser.chat(), { assignee })
  /** Someone else's change on the server, of which this browser has not heard. */
  const elsewhere = (change: Partial<Chat>) => {
    const { chat } = browser.server
    browser.server.chat = { ...chat, ...change, version: chat.version + 1 }
  }

  it('shows a change at once, in the opened chat and the lists, and saves it for the known version', async () => {
    const changing = done()
    expect(browser.opened()).toMatchObject({ state: 'done', version: 7 })
    expect(browser.listed()).toEqual([])
    await changing.saved
    expect(browser.server.asked).toEqual(['state "7"'])
    expect(browser.server.chat.state).toBe('done')
    expect(browser.caches.find(chatId(1))?.state).toBe('done')
  })

  it('saves a snooze with its time, and an assignee', async () => {
    await browser.triage.change(browser.chat(), { state: { state: 'snoozed', until: UNTIL } }).saved
    expect(browser.server.chat).toMatchObject({ state: 'snoozed', snoozedUntil: UNTIL })
    await assign(MY_ID).saved
    expect(browser.server.chat.assignedTo).toBe(MY_ID)
    expect(browser.opened()).toMatchObject({ state: 'snoozed', snoozedUntil: UNTIL, assignedTo: MY_ID })
  })

  it('undoes a change, back to what was there before', async () => {
    browser = createBrowser({ state: 'snoozed', snoozedUntil: UNTIL, assignedTo: OTHER_ID })
    await done().undo()
    expect(browser.server.chat).toMatchObject({ state: 'snoozed', snoozedUntil: UNTIL })
    await assign(null).undo()
    expect(browser.server.chat.assignedTo).toBe(OTHER_ID)
    expect(browser.opened()).toMatchObject({ state: 'snoozed', snoozedUntil: UNTIL, assignedTo: OTHER_ID })
  })

  it('undoes over a receipt, but not over another change', async () => {
    const changing = done()
    await changing.saved
    elsewhere({ hasUnread: true })
    await changing.undo()
    expect(browser.server.chat.state).toBe('open')
    expect(browser.listed()).toEqual([chatId(1)])

    const again = done()
    await again.saved
    elsewhere({ state: 'snoozed', snoozedUntil: UNTIL })
    await expect(again.undo()).rejects.toMatchObject({ what: 'state' })
    expect(browser.opened()).toMatchObject({ state: 'snoozed', snoozedUntil: UNTIL })
  })

  it('saves one change of a chat after the other, and shows the last one', async () => {
    const assigning = assign(MY_ID)
    const finishing = done()
    await assigning.saved
    expect(browser.opened()).toMatchObject({ state: 'done', assignedTo: MY_ID })
    await finishing.saved
    expect(browser.server.asked).toEqual(['assignee "7"', 'state "8"'])
    expect(browser.caches.find(chatId(1))).toMatchObject({ state: 'done', assignedTo: MY_ID })
  })

  it('puts everything back if the server refuses, and asks for the chat', async () => {
    browser.server.refuses = Response.json({ message: 'Busy.' }, { status: 503 })
    await expect(done().saved).rejects.toMatchObject({ status: 503 })
    expect(browser.opened()?.state).toBe('open')
    expect(browser.listed()).toEqual([chatId(1)])
    expect(browser.refreshed).toEqual([chatId(1)])
  })

  it('refuses offline without a request, and shows no change', async () => {
    browser.network.isOnline = false
    await expect(done().saved).rejects.toThrow('You’re offline. Try again when you’re connected.')
    expect(browser.opened()?.state).toBe('open')
    expect(browser.server.asked).toEqual([])
  })

  it('shows what someone else did in the meantime instead', async () => {
    elsewhere({ assignedTo: OTHER_ID })
    await expect(assign(MY_ID).saved).rejects.toMatchObject({ what: 'assignee', now: { assignedTo: OTHER_ID } })
    expect(browser.opened()?.assignedTo).toBe(OTHER_ID)
    expect(browser.server.chat.assignedTo).toBe(OTHER_ID)
  })

  it('is content if someone else did the same', async () => {
    elsewhere({ state: 'done' })
    await done().saved
    expect(browser.server.asked).toEqual(['state "7"'])
  })

  it('does not finish a chat with a message that is not on screen yet, unless it is the person’s own', async () => {
    const [first] = browser.server.chat.messages
    const added = (sentBy: Message['sentBy']) => ({ messages: [first!, sampleMessage(9, { sentBy })] })
    elsewhere(added(MARTA))
    await expect(done().saved).rejects.toMatchObject({ what: 'messages' })
    expect(browser.opened()?.history.messages).toHaveLength(2)
    expect(browser.server.chat.state).toBe('open')

    browser = createBrowser()
    elsewhere(added(ME))
    await done().saved
    expect(browser.server.chat.state).toBe('done')
  })

  it('assigns over new messages', async () => {
    elsewhere({ messages: [...sampleChat(1, [sampleMessage(9)]).messages] })
    await assign(MY_ID).saved
    expect(browser.server.chat.assignedTo).toBe(MY_ID)
  })
})
