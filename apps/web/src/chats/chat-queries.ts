import type { ChatId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import type { ListPage, ListQuery } from './chat-list/list-pages.ts'
import type { ChatCaches } from './updates/chat-caches.ts'
import { chatKeys } from './updates/chat-keys.ts'
import type { OpenedChat } from './updates/chat-state.ts'

/** The chat list, page by page. Later pages are larger: whoever asks for one is scrolling. */
export function chatListQuery(api: Api, query: ListQuery) {
  return infiniteQueryOptions({
    queryKey: chatKeys.list(query),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ListPage) => last.next,
    queryFn: async ({ pageParam: cursor, signal }): Promise<ListPage> => {
      const { data, headers } = await api.answer('chats.search', {
        body: {
          mode: query.mode,
          enabled: true,
          limit: cursor === null ? PAGE.chats : PAGE.maxChats,
          ...(query.term !== '' && { term: query.term }),
          ...(cursor !== null && { cursor }),
        },
        signal,
      })
      return { items: data, next: headers.get('X-Next-Cursor'), endsUnread: (data.at(-1)?.unreadCount ?? 0) > 0 }
    },
  })
}

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

/** An opened chat. Its last message goes into the list, section 4 of the specification. */
export function openedChatQuery(parts: { api: Api; caches: ChatCaches; chatId: ChatId }) {
  const { api, caches, chatId } = parts
  return queryOptions({
    queryKey: chatKeys.opened(chatId),
    queryFn: async ({ signal }): Promise<OpenedChat> =>
      caches.answered(await api.call('chats.get', { params: { chatId }, signal })),
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
