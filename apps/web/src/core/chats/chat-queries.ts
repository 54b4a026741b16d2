import type { Chat, ChatId, ChatListMode, MemberId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { isUnreadBy } from '../history/history.ts'
import type { Api } from '../../platform/api.ts'
import type { ListPage, SearchedPart } from './list-pages.ts'
import { hasOlderNotes, mergedNotes } from './note-pages.ts'
import type { NotePages } from './note-pages.ts'
import { searchBodyOf } from './list-view.ts'
import type { ChatCaches } from './chat-caches.ts'
import type { OpenedChat } from './opened-chat.ts'
import { isSearch, queryKeys } from '../../platform/query-keys.ts'
import type { ChatListQuery } from '../../platform/query-keys.ts'

/** The chat list by pages. The first one is smaller, so that it loads faster. */
export function chatListQuery(api: Api, query: ChatListQuery) {
  const isFound = isSearch(query)
  return infiniteQueryOptions({
    queryKey: queryKeys.chats.list(query),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ListPage) => last.next,
    // Otherwise every event would refresh results that are no longer on screen.
    ...(isFound && { gcTime: 0 }),
    queryFn: async ({ pageParam: cursor, signal }): Promise<ListPage> => {
      const limit = cursor === null || isFound ? PAGE.chats : PAGE.maxChats
      const { data, headers } = await api.answer('chats.search', {
        body: { ...searchBodyOf(query), limit, ...(cursor !== null && { cursor }) },
        signal,
      })
      return { items: data, endsUnread: (data.at(-1)?.unreadCount ?? 0) > 0, ...searchedPart(headers, data, limit) }
    },
  })
}

/** The part of the messages that was searched, from the response's headers. */
export function searchedPart(headers: Headers, data: readonly unknown[], limit: number): SearchedPart {
  const next = headers.get('X-Next-Cursor')
  return {
    next,
    isEmpty: data.length === 0,
    isPartial: next !== null && data.length < limit,
    searchedBackTo: headers.get('X-Searched-Back-To'),
  }
}

/** Open unclaimed chats whose texts wait for everyone. */
export const unclaimedQuery = (api: Api) => chatListQuery(api, { mode: 'unclaimed', term: '' })

/** Chats in every state with notes that mention this person, also those of others. The filter has the same query. */
export const mentionedQuery = (api: Api) => chatListQuery(api, { mode: 'all', term: '', listFilters: ['mentions'] })

/** The notes that mention this person, and that they have not seen, newest first. */
export const unseenMentionsQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.chats.unseenMentions,
    queryFn: ({ signal }) => api.call('notes.search', { body: { mentioned: true, limit: PAGE.maxNotes }, signal }),
  })

/** Fetches the first list and the group above it, before there is a screen to show them. Never rejects. */
export async function prefetchChatList(client: QueryClient, api: Api, query: ChatListQuery): Promise<void> {
  await Promise.all([
    client.prefetchInfiniteQuery(chatListQuery(api, query)),
    client.prefetchInfiniteQuery(unclaimedQuery(api)),
  ])
}

/** How many chats each filter finds. */
export function chatCountsQuery(api: Api, query: { mode: ChatListMode; endOfToday: string }) {
  return queryOptions({
    queryKey: queryKeys.chats.counts(query.mode, query.endOfToday),
    queryFn: ({ signal }) => api.call('chats.counts', { query, signal }),
  })
}

/** How many of their open chats this person has not read. */
export function unreadTotalQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.chats.unreadTotal,
    queryFn: async ({ signal }) => (await api.call('chats.unreadTotal', { signal })).chats,
  })
}

/** Adds older messages until all unread ones are there, so that the chat opens at the first of them. */
async function withAllUnread(api: Api, { chat, me }: { chat: Chat; me: MemberId }, signal: AbortSignal): Promise<Chat> {
  const { id: chatId, messages, unreadCount } = chat
  const [oldest] = messages
  const missing = unreadCount - messages.filter((message) => isUnreadBy(message, me)).length
  if (oldest === undefined || messages.length < PAGE.messages || missing <= 0) return chat
  const limit = Math.min(missing + PAGE.messages, PAGE.maxMessages)
  const older = await api.call('messages.list', { params: { chatId }, query: { before: oldest.id, limit }, signal })
  return { ...chat, messages: [...older, ...messages] }
}

/** An opened chat. The response also updates the lists. */
export function openedChatQuery(parts: { api: Api; caches: ChatCaches; chatId: ChatId }) {
  const { api, caches, chatId } = parts
  return queryOptions({
    queryKey: queryKeys.chats.opened(chatId),
    queryFn: async ({ signal }): Promise<OpenedChat> => {
      const chat = await api.call('chats.get', { params: { chatId }, signal })
      return caches.fromResponse(await withAllUnread(api, { chat, me: caches.me }, signal))
    },
  })
}

/** The changes of a chat, newest page first. Fetched once for each response of the chat. */
export function changesQuery({ api, chatId, answers }: { api: Api; chatId: ChatId; answers: number }) {
  return infiniteQueryOptions({
    queryKey: queryKeys.chatChanges(chatId, answers),
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

/** The notes of a chat, newest page first. Events and answers add to them. */
export function notesQuery({ api, chatId }: { api: Api; chatId: ChatId }) {
  return infiniteQueryOptions({
    queryKey: queryKeys.chats.notes(chatId),
    queryFn: ({ pageParam, signal }) =>
      api.call('notes.list', {
        params: { chatId },
        query: { ...(pageParam !== null && { before: pageParam }), limit: PAGE.notes },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (hasOlderNotes(last) ? last[0]?.id : null),
    structuralSharing: (cached, fetched) => mergedNotes(cached as NotePages | undefined, fetched as NotePages),
  })
}

/** Fetches a chat that is about to be opened, its changes, and its notes. */
export function prefetchChat({
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
  void client.prefetchInfiniteQuery(notesQuery(parts))
  void client.prefetchQuery(openedChatQuery(parts))
}
