import type { ChatListMode } from '@partyline/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { chatListQuery } from '../chat-queries.ts'
import type { ListQuery } from '../chat-list/list-pages.ts'

export type Search = { mode: ChatListMode; term: string }

/** The chats in whose names and members a term was found, and those in whose messages it was found. */
export function useSearch(search: Search) {
  const people = useFound({ ...search, searchIn: 'names' })
  const messages = useFound({ ...search, searchIn: 'messages' })
  const isReady = !people.isPending && !messages.isPending
  const isBusy = !isReady || people.isPlaceholderData || messages.isPlaceholderData
  return { people, messages, isReady, isBusy }
}

export type FoundChats = ReturnType<typeof useFound>

function useFound(query: ListQuery) {
  return useInfiniteQuery({
    ...chatListQuery(useApi(), query),
    enabled: query.term !== '',
    // Results stay until those for the next term arrive. Another tab starts afresh.
    placeholderData: (held, before) => (isSameMode(query, before?.queryKey[2] as ListQuery) ? held : undefined),
  })
}

const isSameMode = ({ mode, term }: ListQuery, before: ListQuery | undefined) =>
  term !== '' && before?.mode === mode && before.term !== ''
