import type { ChatId } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useChatClient } from '../chat-client-context.ts'

/** The text of a chat's message that is not sent yet: it waits for the connection, or is held for Undo. Null: there is none. */
export function useWaiting(chatId: ChatId): string | null {
  const { outbox, caches, me } = useChatClient()
  const cache = useQueryClient().getQueryCache()
  const inOutbox = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.of(chatId).find(({ state: { kind } }) => kind === 'waiting' || kind === 'stalled')?.text ?? null,
  )
  // Only the opened chat has pending messages.
  const held = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      caches.opened(chatId)?.pending.find(({ sentBy, pending }) => sentBy === me && pending?.state === 'held')?.text ??
      null,
  )
  return inOutbox ?? held
}
