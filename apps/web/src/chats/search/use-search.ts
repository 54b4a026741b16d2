import type { ChatListMode } from '@partyline/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../../platform/platform-context.tsx'
import { chatListQuery } from '../../core/chats/chat-queries.ts'
import { chatListQueryOf, isSearch } from '../../platform/query-keys.ts'
import type { ChatListQuery } from '../../platform/query-keys.ts'

export type Search = {
  mode: ChatListMode
  term: string
  searchFilters?: ChatListQuery['searchFilters'] | undefined
}

/** The chats whose name or members match a term, and those whose messages do. Without a term, those that pass the filters. */
export function useSearch({ mode, term, searchFilters }: Search) {
  const query = { mode, term, ...(searchFilters && { searchFilters }) }
  const people = useFound(term === '' ? query : { ...query, searchIn: 'names' }, isSearch(query))
  const messages = useFound({ ...query, searchIn: 'messages' }, term !== '')
  const isReady = !people.isPending && (term === '' || !messages.isPending)
  return { people, messages, isReady }
}

/** Reports whether the results on screen are those of the search. Their code may arrive after the answer. */
export function useReportReady(onReady: (isReady: boolean) => void, isReady: boolean): void {
  useEffect(() => {
    onReady(isReady)
    return () => onReady(false)
  }, [onReady, isReady])
}

export type FoundChats = ReturnType<typeof useFound>

function useFound(query: ChatListQuery, enabled: boolean) {
  return useInfiniteQuery({
    ...chatListQuery(useApi(), query),
    enabled,
    // Results stay until those for the next term arrive. Another tab starts fresh.
    placeholderData: (data, before) => (isSameMode(query, chatListQueryOf(before?.queryKey)) ? data : undefined),
  })
}

const isSameMode = ({ mode, term }: ChatListQuery, before: ChatListQuery | null) =>
  term !== '' && before?.mode === mode && before.term !== ''
