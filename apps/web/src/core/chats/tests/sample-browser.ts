import type { Chat, ChatId, ChatListItem } from '@partyline/contract'
import { QueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { createOutbox } from '../../outbox/outbox.ts'
import { NO_OUTBOX_STORAGE } from '../../outbox/outbox-storage.ts'
import { createApi } from '../../../platform/api.ts'
import { SAMPLE_TOKENS } from '../../../platform/tests/sample-tokens.ts'
import { inListOrder } from '../list-order.ts'
import { itemsOf } from '../list-pages.ts'
import type { ListPages } from '../list-pages.ts'
import { listOrderOf } from '../list-view.ts'
import { ME, TENANT } from '../../tests/sample-chats.ts'
import { createChatCaches } from '../chat-caches.ts'
import { openedFrom } from '../opened-chat.ts'
import type { OpenedChat } from '../opened-chat.ts'
import { createChatUpdates } from '../chat-updates.ts'
import { createReadTracker } from '../read-tracker.ts'
import { chatListQueryOf, queryKeys } from '../../../platform/query-keys.ts'

export const MY_LIST = queryKeys.chats.list({ mode: 'my', term: '' })

export type SampleBrowser = ReturnType<typeof createSampleBrowser>

/** A browser with a list and an opened chat, a server that knows the given chats, and a clock that waits. */
export function createSampleBrowser() {
  const client = new QueryClient()
  const requests: string[] = []
  const onServer = new Map<ChatId, Chat>()
  const busy = { answers: 0 }
  let due: (() => void) | null = null

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = input as string
    requests.push(`${init?.method ?? 'GET'} ${path}`)
    if (init?.method === 'PUT') return new Response(null, { status: 204 })
    if (busy.answers > 0) {
      busy.answers -= 1
      return Response.json({ message: 'Busy.' }, { status: 503 })
    }
    const chat = onServer.get(path.split('/').at(-1) as ChatId)
    if (chat === undefined) return Response.json({ message: 'Gone.', error: 'not-found' }, { status: 404 })
    return Response.json({ operation: 'chats.get', message: null, details: null, data: chat })
  }
  const api = createApi({ fetch, base: '', tokens: SAMPLE_TOKENS })
  const caches = createChatCaches({ client, me: ME })
  const readTracker = createReadTracker({ api, caches, me: ME })
  const outbox = createOutbox({
    post: () => new Promise(() => undefined),
    stallReason: () => null,
    onFailed: () => undefined,
    describe: String,
    onAccepted: () => undefined,
    release: () => undefined,
    storage: NO_OUTBOX_STORAGE,
    timers: { set: () => null, clear: () => undefined },
    newId: () => 'local-1',
    now: () => new Date('2026-11-20T09:00:00.000Z'),
  })
  const timers = {
    set: (run: () => void) => (due = run),
    clear: () => (due = null),
    now: () => 0,
  }
  const updates = createChatUpdates({ api, client, caches, outbox, readTracker, me: ME, tenantId: TENANT, timers })

  return {
    client,
    requests,
    onServer,
    busy,
    caches,
    readTracker,
    outbox,
    updates,
    list: (key: QueryKey = MY_LIST) => {
      const pages = client.getQueryData<ListPages>(key)
      return pages ? inListOrder(itemsOf(pages), listOrderOf(chatListQueryOf(key)!)) : []
    },
    cacheList: (key: QueryKey, ...items: ChatListItem[]) =>
      client.setQueryData<ListPages>(key, { pages: [{ items, next: null, endsUnread: false }], pageParams: [null] }),
    open: (chat: Chat) => client.setQueryData<OpenedChat>(queryKeys.chats.opened(chat.id), openedFrom(undefined, chat)),
    /** Sends the debounced requests, and waits for their responses. */
    async runDebounced() {
      due?.()
      due = null
      await new Promise<void>((resolve) => setTimeout(resolve))
    },
  }
}
