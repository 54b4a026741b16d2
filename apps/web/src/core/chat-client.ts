import type { ChatId, MemberId, RealtimeEvent, UserId } from '@partyline/contract'
import type { QueryClient } from '@tanstack/react-query'
import { errorText } from '../platform/api-error.ts'
import type { AccessTokenSource, Api } from '../platform/api.ts'
import { browserStorage } from '../platform/browser-storage.ts'
import { isNewChat } from '../platform/new-chat-id.ts'
import { wait } from '../platform/wait.ts'
import { arrivalOf, arrivalsBetween, createArrivals } from './chats/arrivals.ts'
import type { Arrival } from './chats/arrivals.ts'
import { createChatCaches } from './chats/chat-caches.ts'
import { createChatUpdates } from './chats/chat-updates.ts'
import { withResponse } from './chats/opened-chat.ts'
import { createReadTracker } from './chats/read-tracker.ts'
import type { TriageParts } from './chats/triage.ts'
import { createDrafts } from './drafts.ts'
import { lazyOutboxStorage, loadOutboxStorage } from './outbox/lazy-outbox-storage.ts'
import { createOutbox } from './outbox/outbox.ts'
import { releaseFiles } from './outbox/outgoing.ts'
import { postOutgoing } from './outbox/post-outgoing.ts'
import { isRefusal, stallReason } from './outbox/stall-reason.ts'
import { createPresence } from './presence.ts'
import { buildHubConnection } from './realtime/hub-connection.ts'
import { createRealtime } from './realtime/realtime.ts'

type Parts = {
  api: Api
  /** Where the hub is, without a slash at the end. */
  apiBase: string
  tokens: AccessTokenSource
  queryClient: QueryClient
  person: { id: UserId; tenantId: string }
  /** Called when the connection is lost or can't be opened: the session may have ended. */
  onConnectionLost: () => void
  /** Called when a message of this person comes back unsent. `isDeleted`: its chat. */
  onReturned: (chatId: ChatId, isDeleted: boolean) => void
  /** Called when the server refuses a message. */
  onRefused: (error: unknown) => void
}

/**
 * Everything the app does with chats for one signed-in person, without a user interface: docs/web-state.md. It is idle
 * until `start` is called.
 */
export function createChatClient(parts: Parts) {
  const { api, apiBase, tokens, queryClient, person } = parts
  // A user's ID is also their ID as a member.
  const me = person.id as string as MemberId
  const caches = createChatCaches({
    client: queryClient,
    me,
    onAnswered: (chatId, messages) => outbox.recognizeIn(chatId, messages),
  })
  const readTracker = createReadTracker({ api, caches, me })
  const outbox = createOutbox({
    post: (outgoing) => postOutgoing(api, outgoing),
    stallReason,
    describe: errorText,
    onFailed: (error) => {
      if (isRefusal(error)) parts.onRefused(error)
    },
    onAccepted(chatId, message) {
      caches.changeOpened(chatId, (chat) => withResponse(chat, message))
      refreshIfOffline(chatId)
    },
    release: releaseFiles,
    storage: lazyOutboxStorage(async () => (await loadOutboxStorage()).browserOutboxStorage(me)),
    timers: browserTimers,
    newId: () => crypto.randomUUID(),
    now: () => new Date(),
  })
  const updates = createChatUpdates({
    api,
    client: queryClient,
    caches,
    outbox,
    readTracker,
    me,
    tenantId: person.tenantId,
    timers: browserTimers,
  })
  const triage: TriageParts = {
    api,
    caches,
    me,
    isOnline: () => navigator.onLine,
    refreshSoon: updates.refreshSoon,
    refreshIfOffline,
  }
  const arrivals = createArrivals()
  const realtime = createRealtime({
    connect: ({ isRetry }) =>
      buildHubConnection({ base: apiBase, accessToken: async () => (await tokens.current()) ?? '', isRetry }),
    onEvents(events) {
      const arrived = events.flatMap((event) => arrivalOf(event, { me, cached: listedChat(event) }) ?? [])
      updates.receive(events)
      for (const arrival of arrived) {
        const isNew = arrivals.report(arrival)
        if (isNew && arrival.kind === 'notSent') parts.onReturned(arrival.chatId, isInDeleted(arrival))
      }
    },
    onPresence: (entries) => presence.receive(entries),
    onConnected() {
      presence.connected()
      outbox.wake()
    },
    onMissed: () => void catchUp(),
    onLost: parts.onConnectionLost,
    log: (error) => console.warn('The realtime connection failed.', error),
    wait,
    now: () => Date.now(),
    openedOn: performance.timeOrigin,
  })
  const presence = createPresence({
    me: person.id,
    send: (state) => realtime.setPresence(state),
    timers: browserTimers,
  })
  const drafts = createDrafts({
    owner: me,
    // A draft's text and quote survive a reload, but not the tab, except in a new chat.
    storageFor: (chatId) => browserStorage(isNewChat(chatId) ? 'localStorage' : 'sessionStorage'),
    release: releaseFiles,
    onWrite: (chatId, text, mode) => presence.typed(chatId, text, mode),
  })

  const listedChat = ({ chatId }: RealtimeEvent) => (chatId === null ? undefined : caches.findItem(chatId))

  /** If the chat is not loaded, only the reason can tell, and that stays even after the chat is restored. */
  const isInDeleted = ({ chatId, message }: Arrival) =>
    caches.find(chatId)?.archived ?? message?.pending?.reason === 'chat closed'

  async function catchUp() {
    const before = caches.listed()
    await updates.catchUp()
    for (const arrival of arrivalsBetween(before, caches.listed(), me)) arrivals.report(arrival)
  }

  /** After a change made here: an event brings the result, unless there is no connection. */
  function refreshIfOffline(chatId: ChatId) {
    if (realtime.facts.current().state !== 'Connected') updates.refreshSoon(chatId)
  }

  return {
    me,
    caches,
    readTracker,
    outbox,
    drafts,
    realtime,
    presence,
    arrivals,
    /** For `triageActionsOf`, which is loaded with the first change. */
    triage,
    refreshIfOffline,
    /** Connects, and sends what an earlier page left. Returns how to stop. */
    start() {
      const wake = () => {
        outbox.wake()
        if (document.visibilityState === 'visible') void realtime.wake()
      }
      const stopOutbox = outbox.start()
      const stopUpdates = updates.start()
      void realtime.start()
      window.addEventListener('online', wake)
      document.addEventListener('visibilitychange', wake)
      return () => {
        window.removeEventListener('online', wake)
        document.removeEventListener('visibilitychange', wake)
        stopOutbox()
        presence.stop()
        stopUpdates()
        void realtime.stop()
      }
    },
  }
}

export type ChatClient = ReturnType<typeof createChatClient>

const browserTimers = {
  set: (run: () => void, ms: number) => window.setTimeout(run, ms),
  clear: (timer: unknown) => window.clearTimeout(timer as number),
  now: () => Date.now(),
}
