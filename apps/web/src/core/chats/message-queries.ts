import type { CallInput, ChatId, FoundMessage, MessageId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Api } from '../../platform/api.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import type { MessageQuery } from '../../platform/query-keys.ts'
import { searchedPart } from './chat-queries.ts'
import type { SearchedPart } from './list-pages.ts'

/** The messages that match a term and filters, newest first. */
export function foundMessagesQuery(api: Api, query: MessageQuery) {
  return infiniteQueryOptions({
    queryKey: queryKeys.foundMessages(query),
    initialPageParam: null as MessageId | null,
    getNextPageParam: (last: ChatHits) => last.next as MessageId | null,
    gcTime: 0,
    queryFn: ({ pageParam: cursor, signal }): Promise<ChatHits> =>
      findMessages(
        api,
        { ...query, enabled: true, limit: PAGE.foundMessages, ...(cursor !== null && { cursor }) },
        signal,
      ),
  })
}

/** The messages of a chat that match a term, newest first. */
export function chatHitsQuery(api: Api, { chatId, term, limit }: { chatId: ChatId; term: string; limit: number }) {
  return infiniteQueryOptions({
    queryKey: queryKeys.chatHits(chatId, term, limit),
    initialPageParam: null as MessageId | null,
    getNextPageParam: (last: ChatHits) => last.next as MessageId | null,
    gcTime: 0,
    queryFn: ({ pageParam: cursor, signal }): Promise<ChatHits> =>
      findMessages(api, { chatId, term, limit, ...(cursor !== null && { cursor }) }, signal),
  })
}

type MessageSearch = NonNullable<CallInput<'messages.search'>['body']> & { limit: number }

async function findMessages(api: Api, body: MessageSearch, signal: AbortSignal): Promise<ChatHits> {
  const { data, headers } = await api.answer('messages.search', { body, signal })
  return { hits: data, ...searchedPart(headers, data, body.limit) }
}

type ChatHits = SearchedPart & { hits: FoundMessage[] }
