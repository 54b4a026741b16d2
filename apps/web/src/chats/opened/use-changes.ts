import type { ChatChange, ChatId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { compareMessages, shownRun } from '../../messages/index.ts'
import type { Api } from '../../platform/api.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useChats } from '../chats-context.tsx'
import type { OpenedChat } from '../updates/chat-state.ts'

/** What happened to a chat, the newest page first. Asked for once with each answer that the chat comes with. */
function changesQuery({ api, chatId, answers }: { api: Api; chatId: ChatId; answers: number }) {
  return infiniteQueryOptions({
    queryKey: ['chat-changes', chatId, answers],
    queryFn: ({ pageParam, signal }) =>
      api.call('chats.changes', {
        params: { chatId },
        query: { ...(pageParam !== null && { before: pageParam }), limit: PAGE.maxChatChanges },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length < PAGE.maxChatChanges ? null : last[0]?.id),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}

/** Asks together with a chat that is not held yet, so that its lines do not come after its messages. */
export function useChangesAhead(chatId: ChatId): void {
  const api = useApi()
  const client = useQueryClient()
  const { caches } = useChats()
  useEffect(() => {
    if (caches.opened(chatId) !== undefined) return
    void client.prefetchInfiniteQuery(changesQuery({ api, chatId, answers: 1 }))
  }, [api, client, caches, chatId])
}

/** What happened to the chat in the time that the shown messages cover, oldest first. */
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
  return [...new Map(changes.map((change) => [change.id, change])).values()].toSorted(compareMessages)
}
