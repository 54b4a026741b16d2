import type { Chat, ChatId, ChatListItem, MemberId, Message } from '@partyline/contract'
import type { QueryClient } from '@tanstack/react-query'
import { belongsIn, findItem, itemsOf, withItem, withoutItem } from '../chat-list/list-pages.ts'
import type { ListPages, ListQuery } from '../chat-list/list-pages.ts'
import { applyToItem, applyToOpened, relationTo } from './apply-event.ts'
import type { ChatEvent } from './apply-event.ts'
import { chatKeys } from './chat-keys.ts'
import type { OpenedChat } from './chat-state.ts'
import { isMember, listItemOf, openedFrom } from './chat-state.ts'

/** What has to be asked for after an event could not be applied to everything that is held. */
export type Lack = { chat: boolean; search: boolean }

type Parts = {
  client: QueryClient
  me: MemberId
  /** Called with the messages that an answer holds, before they are shown. */
  onAnswered?: (chatId: ChatId, messages: readonly Message[]) => void
}

/** The one place that writes chats into the query cache, so that list and opened chat always agree. */
export function createChatCaches({ client, me, onAnswered }: Parts) {
  const opened = (chatId: ChatId) => client.getQueryData<OpenedChat>(chatKeys.opened(chatId))

  function changeOpened(chatId: ChatId, change: (chat: OpenedChat) => OpenedChat) {
    client.setQueryData<OpenedChat>(chatKeys.opened(chatId), (held) => held && change(held))
  }

  function changeLists(change: (pages: ListPages, query: ListQuery) => ListPages) {
    for (const [key, pages] of client.getQueriesData<ListPages>({ queryKey: chatKeys.lists })) {
      if (pages === undefined) continue
      const changed = change(pages, key[2] as ListQuery)
      if (changed !== pages) client.setQueryData(key, changed)
    }
  }

  function putItem(item: Omit<ChatListItem, 'hit'>) {
    changeLists((pages, query) => {
      const held = findItem(pages, item.id)
      if (held !== undefined && held.version > item.version) return pages
      const listed = { ...item, hit: held?.hit ?? null }
      return withItem(pages, listed, belongsIn(query, listed, me, held !== undefined))
    })
  }

  /** A chat as the server answered it, for the query that holds it. The lists have it at once. */
  function answered(chat: Chat): OpenedChat {
    onAnswered?.(chat.id, chat.messages)
    putItem(listItemOf(chat))
    return openedFrom(opened(chat.id), chat)
  }

  function applyEvent(event: ChatEvent): Lack {
    const lack: Lack = { chat: false, search: false }
    const { chatId } = event
    const held = opened(chatId)
    const relation = relationTo(held, event)
    const isLoading = held === undefined && client.getQueryState(chatKeys.opened(chatId)) !== undefined
    if (held !== undefined && relation === 'next') changeOpened(chatId, (chat) => applyToOpened(chat, event, me))
    else if (isLoading || (held !== undefined && relation === 'gap')) lack.chat = true

    changeLists((pages, query) => {
      const item = findItem(pages, chatId)
      if (event.kind === 'ChatArchived') return withoutItem(pages, chatId)
      const relation = relationTo(item, event)
      if (item !== undefined && relation === 'next') {
        const changed = applyToItem(item, event, me)
        return withItem(pages, changed, belongsIn(query, changed, me, true))
      }
      if (relation === 'gap' && (item !== undefined || concerns(query, event, me))) {
        const created = item === undefined && query.term === '' ? createdItem(event, me) : null
        if (created) return withItem(pages, created, true)
        if (query.term === '') lack.chat = true
        else lack.search = true
      }
      return pages
    })
    return lack
  }

  return {
    me,
    opened,
    /** What any of the lists knows of a chat. */
    findItem(chatId: ChatId): ChatListItem | undefined {
      return client
        .getQueriesData<ListPages>({ queryKey: chatKeys.lists })
        .map(([, pages]) => pages && findItem(pages, chatId))
        .find((item) => item !== undefined)
    },
    /** All that the lists hold. A chat that is in two lists comes twice. */
    listed: (): ChatListItem[] =>
      client
        .getQueriesData<ListPages>({ queryKey: chatKeys.lists })
        .flatMap(([, pages]) => (pages === undefined ? [] : itemsOf(pages))),
    changeOpened,
    putItem,
    applyEvent,

    answered,

    /** Takes over a chat as the server answered it, into the opened chat and into the lists. */
    putChat(chat: Chat) {
      const taken = answered(chat)
      changeOpened(chat.id, () => taken)
    },

    /** Shows at once that this person has only so much left to read; the caller tells the server. */
    setRead(chatId: ChatId, unreadCount: number) {
      const read = (opened(chatId)?.unreadCount ?? 0) - unreadCount
      client.setQueryData<number>(chatKeys.unreadTotal, (total) => total && total - read)
      changeOpened(chatId, (chat) => (chat.unreadCount === unreadCount ? chat : { ...chat, unreadCount }))
      changeLists((pages) => {
        const item = findItem(pages, chatId)
        if (item === undefined || item.unreadCount === unreadCount) return pages
        return withItem(pages, { ...item, unreadCount }, true)
      })
    },

    /** Takes a chat out of every list, for one that is gone. */
    remove(chatId: ChatId) {
      changeLists((pages) => withoutItem(pages, chatId))
    },
  }
}

export type ChatCaches = ReturnType<typeof createChatCaches>

/** Whether a chat that a list does not hold may have its place there after the event. */
function concerns(query: ListQuery, event: ChatEvent, me: MemberId): boolean {
  if (event.kind === 'DeliveryStatusUpdated') return event.data.unreadCounts[me] !== undefined
  if (query.mode === 'all') return true
  if (query.mode === 'unclaimed') {
    return (event.kind === 'MessageAddedToChat' ? event.data : event.data.chat).unclaimedCount > 0
  }
  if (event.kind === 'MessageAddedToChat') {
    return event.data.unreadCounts[me] !== undefined || event.data.message.sentBy === me
  }
  return isMember(event.data.chat, me)
}

/** A new chat comes with all that a list shows. */
function createdItem(event: ChatEvent, me: MemberId): ChatListItem | null {
  if (event.kind !== 'ChatCreated') return null
  return { ...event.data.chat, unreadCount: event.data.unreadCounts[me] ?? 0, hit: null }
}
