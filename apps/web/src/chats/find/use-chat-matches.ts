import type { ChatId, FoundMessage, MessageId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { chatHitsQuery } from '../../core/chats/message-queries.ts'
import { useApi } from '../../platform/platform-context.tsx'

/** Older messages are searched when fewer matches than this are left. */
const AHEAD = 20
const NONE: readonly FoundMessage[] = []

type Parts = { chatId: ChatId; term: string; newestId: MessageId | null }

/** The messages of a chat that match a term, newest first, and the current one. */
export function useChatMatches({ chatId, term, newestId }: Parts) {
  const found = useInfiniteQuery({
    ...chatHitsQuery(useApi(), { chatId, term, limit: PAGE.maxMessages }),
    enabled: term !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = found
  const matches = useMemo(() => data?.pages.flatMap(({ hits }) => hits) ?? NONE, [data])
  const [chosen, setChosen] = useState<MessageId | null>(null)
  // If it belongs to another term or was deleted, the newest match is the current one.
  const at = Math.max(
    0,
    matches.findIndex(({ messageId }) => messageId === chosen),
  )

  const needsMore = hasNextPage && !isFetching && !isError && at + AHEAD >= matches.length
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])

  // A message that has just arrived may match.
  const searchedTo = useRef(newestId)
  const searchAgain = useEffectEvent(() => {
    if (term !== '') void refetch()
  })
  useEffect(() => {
    if (searchedTo.current === newestId) return
    searchedTo.current = newestId
    searchAgain()
  }, [newestId])

  return {
    matches,
    at,
    current: matches[at] ?? null,
    isAll: !hasNextPage,
    isError,
    /** Whether it is still unknown if there is any match. */
    isSearching: matches.length === 0 && !isError && (data === undefined || hasNextPage),
    retry: () => void (data ? fetchNextPage() : refetch()),
    go: (steps: number) => setChosen(matches[at + steps]?.messageId ?? chosen),
  }
}
