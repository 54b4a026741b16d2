import type { ChatId, MemberId, RealtimeEvent } from '@partyline/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isTemporary } from '../outbox/stall-reason.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'
import { isChatEvent, isNotesEvent, isPendingChanged } from './apply-event.ts'
import type { ChatEvent, NotesEvent } from './apply-event.ts'
import type { ChatCaches } from './chat-caches.ts'
import { createEventsDuringLoad } from './events-during-load.ts'
import { createRefreshQueue } from './refresh-queue.ts'
import type { Stale, Timers } from './refresh-queue.ts'
import type { ReadTracker } from './read-tracker.ts'
import { chatListQueryOf, isSearch, queryKeys } from '../../platform/query-keys.ts'

/** Above this many stale chats, fetching the lists is cheaper than fetching each chat. */
const MAX_SINGLE_CHATS = 5
/** Maximum attempts to fetch a chat, with the queue's pauses. */
const MAX_ATTEMPTS = 5
/** Queries that events of the area Settings make stale. */
const SETTINGS_KEYS = [
  queryKeys.numbers.all,
  queryKeys.contacts.all,
  queryKeys.users.all,
  queryKeys.settings.all,
  queryKeys.snippets,
]

type Parts = {
  api: Api
  client: QueryClient
  caches: ChatCaches
  outbox: Outbox
  readTracker: ReadTracker
  me: MemberId
  tenantId: string
  timers: Timers
}

/** Applies events that follow the cached version; after other events, fetches the data again. */
export function createChatUpdates({ api, client, caches, outbox, readTracker, me, tenantId, timers }: Parts) {
  const queue = createRefreshQueue((stale) => void refresh(stale), timers)
  const eventsDuringLoad = createEventsDuringLoad(client, apply)
  const failures = new Map<ChatId, number>()

  function receive(event: RealtimeEvent) {
    if (event.tenantId.toLowerCase() !== tenantId.toLowerCase()) return
    if (mayChangeUnreadTotal(event, me) && client.getQueryState(queryKeys.chats.unreadTotal) !== undefined)
      queue.unread()
    if (isNotesEvent(event)) {
      const isCounted = event.data.mentionCounts[me] !== undefined
      if (isCounted) queue.counts()
      // An edit of a note that mentions this person changes no count.
      if (isCounted || caches.findItem(event.chatId)?.mentionCount)
        void client.invalidateQueries({ queryKey: queryKeys.chats.unseenMentions })
      eventsDuringLoad.record(event)
      return apply(event)
    }
    if (!isChatEvent(event)) return receiveHint(event)
    if (event.kind === 'MessageAddedToChat' && event.data.message.sentBy === me) {
      outbox.recognize(event.chatId, event.data.message)
    }
    if (isPendingChanged(event)) {
      queue.counts()
      const own = event.data.pending.filter(({ sentBy }) => sentBy === me)
      for (const message of own) outbox.recognize(event.chatId, message)
    }
    eventsDuringLoad.record(event)
    apply(event)
  }

  function apply(event: ChatEvent | NotesEvent) {
    if (isNotesEvent(event)) applyNotes(event)
    else applyChatEvent(event)
  }

  function applyNotes(event: NotesEvent) {
    const stale = caches.applyNotes(event)
    if (stale.notes) queue.notes(event.chatId)
    if (stale.lists) queue.list()
  }

  function applyChatEvent(event: ChatEvent) {
    const stale = caches.applyEvent(event)
    if (stale.chat) queue.chat(event.chatId)
    if (stale.search) queue.search()
    readTracker.changed(event.chatId)
  }

  /** An event without data only says where something changed. */
  function receiveHint({ area, chatId }: Pick<RealtimeEvent, 'area' | 'chatId'>) {
    const isOpened = chatId !== null && caches.opened(chatId) !== undefined
    if (area === 'Settings') queue.settings()
    else if (isOpened && (area === 'ChatContent' || area === 'Notes')) {
      queue.chat(chatId)
      if (area === 'Notes') queue.notes(chatId)
    } else queue.list()
  }

  async function refresh({ list, search, unread, counts, settings, chats, notes }: Stale) {
    const many = chats.size > MAX_SINGLE_CHATS
    const requests: Promise<unknown>[] = []
    // A hint for the list may be about people, who are also in the opened chat.
    if (list || many) requests.push(client.invalidateQueries({ queryKey: queryKeys.chats.all }))
    else {
      if (unread) requests.push(client.invalidateQueries({ queryKey: queryKeys.chats.unreadTotal }))
      if (counts) requests.push(client.invalidateQueries({ queryKey: queryKeys.chats.allCounts }))
      if (search) requests.push(client.invalidateQueries({ queryKey: queryKeys.chats.lists, predicate: isFound }))
    }
    if (!many) requests.push(...[...chats].map(refreshChat))
    if (!list && !many) requests.push(...[...notes].map(refreshNotes))
    if (settings) requests.push(...SETTINGS_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
    await Promise.all(requests)
  }

  async function refreshNotes(chatId: ChatId) {
    const queryKey = queryKeys.chats.notes(chatId)
    // Invalidating does not repeat a first request, whose response may be older than the event.
    await Promise.allSettled([client.getQueryCache().find({ queryKey, predicate: isFirstRequest })?.promise])
    await client.invalidateQueries({ queryKey })
  }

  async function refreshChat(chatId: ChatId) {
    try {
      caches.putChat(await api.call('chats.get', { params: { chatId } }))
      failures.delete(chatId)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) caches.remove(chatId)
      const attempts = (failures.get(chatId) ?? 0) + 1
      if (isTemporary(error) && attempts < MAX_ATTEMPTS) {
        failures.set(chatId, attempts)
        queue.chat(chatId)
      } else {
        // The next event, focus, or reconnect fetches it again.
        failures.delete(chatId)
      }
    }
  }

  return {
    /** Keeps responses from undoing newer events. Returns how to stop. */
    start() {
      const unwatch = eventsDuringLoad.watch()
      return () => {
        unwatch()
        queue.stop()
      }
    },
    receive(events: readonly RealtimeEvent[]) {
      for (const event of events) receive(event)
    },
    /** Fetches a chat although no event came. */
    refreshSoon: (chatId: ChatId) => queue.chat(chatId),
    /** Fetches chats, numbers, users, and settings again, after a time without events. */
    async catchUp() {
      queue.stop()
      const shown = [queryKeys.chats.all, ...SETTINGS_KEYS]
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

const isFirstRequest = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined

/** Only the server knows what a search finds. The other lists follow the events. */
const isFound = ({ queryKey }: Query) => {
  const query = chatListQueryOf(queryKey)
  return query !== null && isSearch(query)
}

/** Whether an event may change how many messages this person has not read. */
function mayChangeUnreadTotal(event: RealtimeEvent, me: MemberId): boolean {
  if (!isChatEvent(event)) return event.area === 'ChatList' || event.area === 'ChatContent'
  if (isPendingChanged(event)) return false
  if (event.area === 'ChatList' || event.data.unreadCounts[me] !== undefined) return true
  // A text that fails can reopen the chat.
  return event.kind === 'DeliveryStatusUpdated' && event.data.patch.state !== undefined
}
