import type { ChatChange, ChatId } from '@partyline/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { compareMessages, shownRun } from '../../core/history/history.ts'
import { withoutUndone } from '../../messages/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { changesQuery } from '../../core/chats/chat-queries.ts'
import { useChatClient } from '../chat-client-context.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'

/** Fetches changes in parallel with a chat that is not loaded, so that they don't appear after its messages. */
export function usePrefetchChanges(chatId: ChatId): void {
  const api = useApi()
  const client = useQueryClient()
  const { caches } = useChatClient()
  useEffect(() => {
    if (caches.opened(chatId) !== undefined) return
    void client.prefetchInfiniteQuery(changesQuery({ api, chatId, answers: 1 }))
  }, [api, client, caches, chatId])
}

/** The changes of the chat during the time of the messages on screen, oldest first. */
export function useChanges({ id: chatId, history }: OpenedChat): readonly ChatChange[] {
  const api = useApi()
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(
    changesQuery({ api, chatId, answers: history.answers }),
  )
  const run = shownRun(history)
  const from = run.hasOlder ? (run.messages[0] ?? null) : null
  const to = history.excerpt === null ? null : (run.messages.at(-1) ?? null)
  const known = useMemo(() => inOrder([...(data?.pages.flat() ?? []), ...history.changes]), [data, history.changes])
  const reachesBack = from !== null && known[0] !== undefined && compareMessages(known[0], from) < 0

  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && !reachesBack) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, reachesBack, fetchNextPage])

  return useMemo(
    () =>
      known.filter(
        (change) =>
          (from === null || compareMessages(change, from) > 0) && (to === null || compareMessages(change, to) < 0),
      ),
    [known, from, to],
  )
}

function inOrder(changes: readonly ChatChange[]): ChatChange[] {
  return withoutUndone([...new Map(changes.map((change) => [change.id, change])).values()].toSorted(compareMessages))
}
