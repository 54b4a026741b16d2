import type { ChatId, MemberId, RealtimeEvent } from '@partyline/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { ListQuery } from '../chat-list/list-pages.ts'
import { mayPass } from '../../messages/index.ts'
import type { Outbox } from '../../messages/index.ts'
import { numberKeys } from '../../numbers/index.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'
import { settingsKeys } from '../../settings/index.ts'
import { userKeys } from '../../users/index.ts'
import { isChatEvent } from './apply-event.ts'
import type { ChatEvent } from './apply-event.ts'
import type { ChatCaches } from './chat-caches.ts'
import { chatKeys } from './chat-keys.ts'
import { createOvertaking } from './overtaking.ts'
import { createRefreshQueue } from './refresh-queue.ts'
import type { Stale, Timers } from './refresh-queue.ts'
import type { Viewing } from './viewing.ts'

/** Above this many chats one question for the list is cheaper than one for each. */
const SINGLE_CHATS_MOST = 5
/** A chat that could not be asked for is asked for again so often, with the queue's pauses. */
const TRIES_MOST = 5
/** What events of the area Settings are about. */
const SETTINGS_KEYS = [numberKeys.all, userKeys.all, settingsKeys.all]

type Parts = {
  api: Api
  client: QueryClient
  caches: ChatCaches
  outbox: Outbox
  viewing: Viewing
  me: MemberId
  tenantId: string
  timers: Timers
}

/** Takes events in: applies what follows on what is held, and asks for the rest. Section 4 of the specification. */
export function createChatUpdates({ api, client, caches, outbox, viewing, me, tenantId, timers }: Parts) {
  const queue = createRefreshQueue((stale) => void refresh(stale), timers)
  const overtaking = createOvertaking(client, take)
  const failures = new Map<ChatId, number>()

  function receive(event: RealtimeEvent) {
    if (event.tenantId.toLowerCase() !== tenantId.toLowerCase()) return
    if (mayChangeTotal(event, me) && client.getQueryState(chatKeys.unreadTotal) !== undefined) queue.unread()
    if (!isChatEvent(event)) return receiveHint(event)
    if (event.kind === 'MessageAddedToChat' && event.data.message.sentBy === me) {
      outbox.recognise(event.chatId, event.data.message)
    }
    overtaking.note(event)
    take(event)
  }

  function take(event: ChatEvent) {
    const lack = caches.applyEvent(event)
    if (lack.chat) queue.chat(event.chatId)
    if (lack.search) queue.search()
    viewing.changed(event.chatId)
  }

  /** An event without data says only where something changed. */
  function receiveHint({ area, chatId }: Pick<RealtimeEvent, 'area' | 'chatId'>) {
    if (area === 'Settings') queue.settings()
    else if (area === 'ChatContent' && chatId !== null && caches.opened(chatId) !== undefined) queue.chat(chatId)
    else queue.list()
  }

  async function refresh({ list, search, unread, settings, chats }: Stale) {
    const many = chats.size > SINGLE_CHATS_MOST
    const questions: Promise<unknown>[] = []
    // A hint for the list may be about people, who are in the opened chat too.
    if (list || many) questions.push(client.invalidateQueries({ queryKey: chatKeys.all }))
    else {
      if (unread) questions.push(client.invalidateQueries({ queryKey: chatKeys.unreadTotal }))
      if (search) questions.push(client.invalidateQueries({ queryKey: chatKeys.lists, predicate: isSearch }))
    }
    if (!many) questions.push(...[...chats].map(refreshChat))
    if (settings) questions.push(...SETTINGS_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
    await Promise.all(questions)
  }

  async function refreshChat(chatId: ChatId) {
    try {
      caches.putChat(await api.call('chats.get', { params: { chatId } }))
      failures.delete(chatId)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) caches.remove(chatId)
      const tries = (failures.get(chatId) ?? 0) + 1
      if (mayPass(error) && tries < TRIES_MOST) {
        failures.set(chatId, tries)
        queue.chat(chatId)
      } else {
        // The next event, a look at the tab or a reconnect asks again.
        failures.delete(chatId)
      }
    }
  }

  return {
    /** Until the returned function is called, no answer puts back what an event has changed. */
    start() {
      const unwatch = overtaking.watch()
      return () => {
        unwatch()
        queue.stop()
      }
    },
    receive(events: readonly RealtimeEvent[]) {
      for (const event of events) receive(event)
    },
    /** After a send while no event comes: asks for the chat. */
    expect: (chatId: ChatId) => queue.chat(chatId),
    /** Asks for everything that is shown, after a time without events. */
    async catchUp() {
      queue.stop()
      const shown = [chatKeys.all, ...SETTINGS_KEYS]
      // Invalidating does not repeat a first request, and its response may be older than the connection.
      const pending = shown.flatMap((queryKey) =>
        client.getQueryCache().findAll({ queryKey, predicate: isFirstRequest }),
      )
      await Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })))
      await Promise.allSettled(pending.map(async ({ promise }) => promise))
      await Promise.all(pending.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })))
    },
  }
}

export type ChatUpdates = ReturnType<typeof createChatUpdates>

const isFirstRequest = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined

/** What a search finds only the server knows. The other lists follow the events. */
const isSearch = ({ queryKey }: Query) => (queryKey[2] as ListQuery).term !== ''

/** Whether after this event more or less may wait for this person, in whichever of their chats. */
function mayChangeTotal({ area, data }: RealtimeEvent, me: MemberId): boolean {
  return area === 'ChatList' || (area === 'ChatContent' && (data === null || data.unreadCounts[me] !== undefined))
}
