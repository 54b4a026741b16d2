import type { ChatListMode } from '@partyline/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { chatListQuery } from '../../core/chats/chat-queries.ts'
import { chatListQueryOf } from '../../platform/query-keys.ts'
import type { ChatListQuery } from '../../platform/query-keys.ts'

export type Search = { mode: ChatListMode; term: string }

/** The chats whose name or members match a term, and those whose messages do. */
export function useSearch(search: Search) {
  const people = useFound({ ...search, searchIn: 'names' })
  const messages = useFound({ ...search, searchIn: 'messages' })
  const isReady = !people.isPending && !messages.isPending
  const isBusy = !isReady || people.isPlaceholderData || messages.isPlaceholderData
  return { people, messages, isReady, isBusy }
}

export type FoundChats = ReturnType<typeof useFound>

function useFound(query: ChatListQuery) {
  return useInfiniteQuery({
    ...chatListQuery(useApi(), query),
    enabled: query.term !== '',
    // Results stay until those for the next term arrive. Another tab starts fresh.
    placeholderData: (held, before) => (isSameMode(query, chatListQueryOf(before?.queryKey)) ? held : undefined),
  })
}

const isSameMode = ({ mode, term }: ChatListQuery, before: ChatListQuery | null) =>
  term !== '' && before?.mode === mode && before.term !== ''
