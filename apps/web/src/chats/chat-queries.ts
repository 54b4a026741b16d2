import type { Chat, ChatId, FoundMessage, MemberId, MessageId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { isUnreadBy } from '../messages/index.ts'
import type { Api } from '../platform/api.ts'
import type { ListPage, ListQuery, SearchedPart } from './chat-list/list-pages.ts'
import type { ChatCaches } from './updates/chat-caches.ts'
import { chatKeys } from './updates/chat-keys.ts'
import type { OpenedChat } from './updates/chat-state.ts'

/** The chat list, page by page. Later pages are larger: the person is scrolling. */
export function chatListQuery(api: Api, { mode, term, searchIn }: ListQuery) {
  const isSearch = term !== ''
  return infiniteQueryOptions({
    queryKey: chatKeys.list({ mode, term, ...(searchIn && { searchIn }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ListPage) => last.next,
    // Results that nobody sees any more must not be kept fresh by every event.
    ...(isSearch && { gcTime: 0 }),
    queryFn: async ({ pageParam: cursor, signal }): Promise<ListPage> => {
      const limit = cursor === null || isSearch ? PAGE.chats : PAGE.maxChats
      const { data, headers } = await api.answer('chats.search', {
        body: {
          ...(mode === 'unclaimed' ? { unclaimed: true } : { mode }),
          enabled: true,
          limit,
          ...(isSearch && { term, searchIn }),
          ...(cursor !== null && { cursor }),
        },
        signal,
      })
      return { items: data, endsUnread: (data.at(-1)?.unreadCount ?? 0) > 0, ...searchedPart(headers, data, limit) }
    },
  })
}

/** The messages of one chat that have a term, newest first. */
export function chatHitsQuery(api: Api, { chatId, term }: { chatId: ChatId; term: string }) {
  return infiniteQueryOptions({
    queryKey: ['chat-hits', chatId, term],
    initialPageParam: null as MessageId | null,
    getNextPageParam: (last: ChatHits) => last.next as MessageId | null,
    gcTime: 0,
    queryFn: async ({ pageParam: cursor, signal }): Promise<ChatHits> => {
      const limit = CHAT_HITS_PER_PAGE
      const body = { chatId, term, limit, ...(cursor !== null && { cursor }) }
      const { data, headers } = await api.answer('messages.search', { body, signal })
      return { hits: data, ...searchedPart(headers, data, limit) }
    },
  })
}

const CHAT_HITS_PER_PAGE = 20

type ChatHits = SearchedPart & { hits: FoundMessage[] }

/** What the headers of a search say about the part that was searched. */
function searchedPart(headers: Headers, data: readonly unknown[], limit: number): SearchedPart {
  const next = headers.get('X-Next-Cursor')
  return {
    next,
    isEmpty: data.length === 0,
    isPartial: next !== null && data.length < limit,
    searchedBackTo: headers.get('X-Searched-Back-To'),
  }
}

/** The chats that wait for anyone on the team. */
export const unclaimedQuery = (api: Api) => chatListQuery(api, { mode: 'unclaimed', term: '' })

/** Asks for the list with which the chats begin, before there is a screen to show it. Ends also where it fails. */
export async function askForChats(client: QueryClient, api: Api): Promise<void> {
  await client.prefetchInfiniteQuery(chatListQuery(api, { mode: 'my', term: '' }))
}

/** How many messages wait for this person in all of their chats. */
export function unreadTotalQuery(api: Api) {
  return queryOptions({
    queryKey: chatKeys.unreadTotal,
    queryFn: async ({ signal }) => (await api.call('chats.unreadTotal', { signal })).messages,
  })
}

/** As many older messages as the page lacks of what is unread, so that the chat opens at the first of them. */
async function withUnread(api: Api, { chat, me }: { chat: Chat; me: MemberId }, signal: AbortSignal): Promise<Chat> {
  const { id: chatId, messages, unreadCount } = chat
  const [oldest] = messages
  const lacking = unreadCount - messages.filter((message) => isUnreadBy(message, me)).length
  if (oldest === undefined || messages.length < PAGE.messages || lacking <= 0) return chat
  const limit = Math.min(lacking + PAGE.messages, PAGE.maxMessages)
  const older = await api.call('messages.list', { params: { chatId }, query: { before: oldest.id, limit }, signal })
  return { ...chat, messages: [...older, ...messages] }
}

/** An opened chat. Its last message goes into the list, section 4 of the specification. */
export function openedChatQuery(parts: { api: Api; caches: ChatCaches; chatId: ChatId }) {
  const { api, caches, chatId } = parts
  return queryOptions({
    queryKey: chatKeys.opened(chatId),
    queryFn: async ({ signal }): Promise<OpenedChat> => {
      const chat = await api.call('chats.get', { params: { chatId }, signal })
      return caches.answered(await withUnread(api, { chat, me: caches.me }, signal))
    },
  })
}

/** What happened to a chat, the newest page first. Asked for once with each answer that the chat comes with. */
export function changesQuery({ api, chatId, answers }: { api: Api; chatId: ChatId; answers: number }) {
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

/** Asks for a chat that is about to be opened, together with what happened to it. */
export function askForChat({
  client,
  ...parts
}: {
  client: QueryClient
  api: Api
  caches: ChatCaches
  chatId: ChatId
}) {
  if (parts.caches.opened(parts.chatId) === undefined) {
    void client.prefetchInfiniteQuery(changesQuery({ ...parts, answers: 1 }))
  }
  void client.prefetchQuery(openedChatQuery(parts))
}
