import { ERROR_TEXTS } from '@partyline/contract'
import type { MemberId, RealtimeEvent } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useAuth, useSignedIn } from '../auth/index.ts'
import {
  createDrafts,
  createOutbox,
  lateOutboxStorage,
  loadOutboxStorage,
  holdReason,
  isRefusal,
  postOutgoing,
  releaseFiles,
  withAnswer,
} from '../messages/index.ts'
import type { Drafts, Outbox } from '../messages/index.ts'
import { errorText } from '../platform/api-error.ts'
import { browserStorage } from '../platform/browser-storage.ts'
import { usePlatform } from '../platform/platform-context.tsx'
import { wait } from '../platform/wait.ts'
import { createPresence } from '../presence/index.ts'
import type { PresenceStore } from '../presence/index.ts'
import { buildHubConnection, createRealtime } from '../realtime/index.ts'
import type { Realtime } from '../realtime/index.ts'
import { errorModal, isModalOpen, openModal } from '../ui/index.ts'
import { arrivalOf, arrivalsBetween, createArrivals } from './notices/arrivals.ts'
import type { Arrivals } from './notices/arrivals.ts'
import { createChatCaches } from './updates/chat-caches.ts'
import type { ChatCaches } from './updates/chat-caches.ts'
import { createChatUpdates } from './updates/chat-updates.ts'
import type { ChatUpdates } from './updates/chat-updates.ts'
import { createViewing } from './updates/viewing.ts'
import type { Viewing } from './updates/viewing.ts'

/** What the chat screens share while somebody is signed in. */
export type Chats = {
  me: MemberId
  caches: ChatCaches
  updates: ChatUpdates
  viewing: Viewing
  outbox: Outbox
  drafts: Drafts
  realtime: Realtime
  presence: PresenceStore
  arrivals: Arrivals
}

const ChatsContext = createContext<Chats | null>(null)

export function useChats(): Chats {
  const chats = useContext(ChatsContext)
  if (chats === null) throw new Error('A ChatsProvider has to stand above.')
  return chats
}

/** Puts the parts together and keeps the connection for as long as somebody is signed in. */
export function ChatsProvider({ children }: { children: ReactNode }) {
  const { api, apiBase } = usePlatform()
  const { store, tokens } = useAuth()
  const client = useQueryClient()
  const { id, tenantId } = useSignedIn()
  const [chats] = useState((): Chats => {
    // A user's id is also their id as a member, decisions 3.1.
    const me = id as string as MemberId
    const caches = createChatCaches({
      client,
      me,
      onAnswered: (chatId, messages) => outbox.recogniseIn(chatId, messages),
    })
    const viewing = createViewing({ api, caches, me })
    const outbox = createOutbox({
      post: (outgoing) => postOutgoing(api, outgoing),
      holdReason,
      describe: errorText,
      onFailed(error) {
        // Of several that are refused one after the other, one is enough: each row says why.
        if (!isRefusal(error) || isModalOpen(errorModal)) return
        openModal(errorModal, { title: ERROR_TEXTS.sendMessage, message: errorText(error) })
      },
      onAccepted(chatId, message) {
        caches.changeOpened(chatId, (chat) => ({ ...chat, history: withAnswer(chat.history, message) }))
        // The event says the rest. Where none can come, the chat is asked for.
        if (realtime.state() !== 'Connected') updates.expect(chatId)
      },
      release: releaseFiles,
      storage: lateOutboxStorage(async () => (await loadOutboxStorage()).browserOutboxStorage(me)),
      timers: browserTimers,
      newId: () => crypto.randomUUID(),
      now: () => new Date(),
    })
    const updates = createChatUpdates({ api, client, caches, outbox, viewing, me, tenantId, timers: browserTimers })
    const realtime = createRealtime({
      connect: ({ isRetry }) =>
        buildHubConnection({ base: apiBase, accessToken: async () => (await tokens.current()) ?? '', isRetry }),
      onEvents(events) {
        const arrived = events.flatMap((event) => arrivalOf(event, { me, held: heldOf(event) }) ?? [])
        updates.receive(events)
        for (const arrival of arrived) arrivals.tell(arrival)
      },
      onPresence: (entries) => presence.receive(entries),
      onConnected() {
        presence.connected()
        outbox.wake()
        void catchUp()
      },
      onLost: () => void store.recheck(),
      log: (error) => console.warn('The realtime connection failed.', error),
      wait,
      now: () => Date.now(),
    })
    const heldOf = ({ chatId }: RealtimeEvent) => (chatId === null ? undefined : caches.findItem(chatId))
    const arrivals = createArrivals()
    const catchUp = async () => {
      const before = caches.listed()
      await updates.catchUp()
      for (const arrival of arrivalsBetween(before, caches.listed(), me)) arrivals.tell(arrival)
    }
    const presence = createPresence({ me: id, tell: (said) => realtime.setPresence(said), timers: browserTimers })
    return {
      me,
      caches,
      updates,
      viewing,
      outbox,
      // Text and quote of a draft outlive a reload, not the tab.
      drafts: createDrafts({
        owner: me,
        storage: browserStorage('sessionStorage'),
        release: releaseFiles,
        onWrite: (chatId, text) => presence.wrote(chatId, text),
      }),
      realtime,
      presence,
      arrivals,
    }
  })

  useEffect(() => {
    const { realtime, updates, outbox, presence } = chats
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
  }, [chats])

  return <ChatsContext value={chats}>{children}</ChatsContext>
}

const browserTimers = {
  set: (run: () => void, ms: number) => window.setTimeout(run, ms),
  clear: (timer: unknown) => window.clearTimeout(timer as number),
  now: () => Date.now(),
}
