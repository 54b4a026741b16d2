import type { Chat, ChatId, ChatListItem, ChatNotify, MemberId, Message, Note } from '@partyline/contract'
import type { QueryClient } from '@tanstack/react-query'
import { belongsIn, hasDeleted, hasMentions, mayEnter } from './list-membership.ts'
import { findItem, itemsOf, withItem, withoutItem } from './list-pages.ts'
import type { ListPages } from './list-pages.ts'
import { applyToItem, applyToOpened, isPartial, relationTo } from './apply-event.ts'
import type { ChatEvent, NotesEvent } from './apply-event.ts'
import type { Triage } from './chat-state.ts'
import { withNotes } from './note-pages.ts'
import type { NotePages } from './note-pages.ts'
import type { OpenedChat } from './opened-chat.ts'
import { isMember } from '../people.ts'
import { listItemOf, openedFrom } from './opened-chat.ts'
import { isWritten } from '../history/history.ts'
import { chatListQueryOf, isSearch, queryKeys } from '../../platform/query-keys.ts'
import type { ChatListQuery } from '../../platform/query-keys.ts'

/** Data that has to be refetched because an event could not be applied to it. */
export type StaleParts = { chat: boolean; search: boolean }
/** The same for an event about notes. */
type StaleNotes = { notes: boolean; lists: boolean }

type Parts = {
  client: QueryClient
  me: MemberId
  /** Called with the messages of a response before they are shown. */
  onAnswered?: (chatId: ChatId, messages: readonly Message[]) => void
}

/** The one place that writes chats into the query cache, so that list and opened chat always agree. */
export function createChatCaches({ client, me, onAnswered }: Parts) {
  /** The versions at which chats left a list: an older event that arrives late must not bring them back. */
  const left = new Map<ChatId, number>()
  /** The versions of the notes whose events were applied last. */
  const notesApplied = new Map<ChatId, number>()

  const opened = (chatId: ChatId) => client.getQueryData<OpenedChat>(queryKeys.chats.opened(chatId))

  /** A chat from any of the lists, in its newest version. */
  function newestItem(chatId: ChatId): ChatListItem | undefined {
    return client
      .getQueriesData<ListPages>({ queryKey: queryKeys.chats.lists })
      .flatMap(([, pages]) => (pages && findItem(pages, chatId)) ?? [])
      .reduce<ChatListItem | undefined>((one, other) => (one && one.version >= other.version ? one : other), undefined)
  }

  function changeOpened(chatId: ChatId, change: (chat: OpenedChat) => OpenedChat) {
    client.setQueryData<OpenedChat>(queryKeys.chats.opened(chatId), (cached) => cached && change(cached))
  }

  function changeLists(change: (pages: ListPages, query: ChatListQuery) => ListPages) {
    for (const [key, pages] of client.getQueriesData<ListPages>({ queryKey: queryKeys.chats.lists })) {
      const query = chatListQueryOf(key)
      if (pages === undefined || query === null) continue
      const changed = change(pages, query)
      if (changed !== pages) client.setQueryData(key, changed)
    }
  }

  function putItem(item: Omit<ChatListItem, 'hit'>) {
    changeLists((pages, query) => {
      const cached = findItem(pages, item.id)
      if (cached !== undefined && cached.version > item.version) return pages
      const listed = { ...item, hit: cached?.hit ?? null }
      return withItem(pages, listed, belongsIn(query, listed, me, cached !== undefined))
    })
  }

  /** Takes a chat from a response: updates the lists, and returns it for the query cache. */
  function fromResponse(chat: Chat): OpenedChat {
    onAnswered?.(chat.id, chat.messages)
    putItem(listItemOf(chat))
    return openedFrom(opened(chat.id), chat)
  }

  function applyEvent(event: ChatEvent): StaleParts {
    const stale: StaleParts = { chat: false, search: false }
    const { chatId } = event
    const cached = opened(chatId)
    const relation = relationTo(cached, event)
    const isLoading = cached === undefined && client.getQueryState(queryKeys.chats.opened(chatId)) !== undefined
    if (cached !== undefined && relation === 'next') changeOpened(chatId, (chat) => applyToOpened(chat, event, me))
    else if (isLoading || (cached !== undefined && relation === 'gap')) stale.chat = true

    const listed = newestItem(chatId)
    const item = listed === undefined ? itemOf(event, me) : itemAfter(listed, event, me)
    const isDeleted = event.kind === 'ChatArchived'
    if (isDeleted) remove(chatId, event.version)
    changeLists((pages, query) =>
      isDeleted && !hasDeleted(query) ? pages : changeList({ pages, query, event, item, stale }),
    )
    return stale
  }

  /** Puts notes from a response or an event into those of an opened chat. */
  function putNotes(chatId: ChatId, notes: readonly Note[]) {
    client.setQueryData<NotePages>(queryKeys.chats.notes(chatId), (cached) => cached && withNotes(cached, notes))
  }

  function applyNotes({ chatId, data }: NotesEvent): StaleNotes {
    const isLoading = client.getQueryState(queryKeys.chats.notes(chatId))?.status === 'pending'
    putNotes(chatId, data.notes)
    const mentionCount = data.mentionCounts[me]
    const isOlder = data.version < (notesApplied.get(chatId) ?? 0)
    if (!isOlder) notesApplied.set(chatId, data.version)
    if (mentionCount !== undefined && !isOlder) setMentions(chatId, mentionCount)
    const isNew = (mentionCount ?? 0) > 0 && !isOlder && newestItem(chatId) === undefined
    return { notes: isLoading, lists: isNew }
  }

  function setMentions(chatId: ChatId, mentionCount: number) {
    changeOpened(chatId, (chat) => (chat.mentionCount === mentionCount ? chat : { ...chat, mentionCount }))
    const known = newestItem(chatId)
    if (known === undefined) return
    changeLists((pages, query) => {
      const cached = findItem(pages, chatId)
      if (cached ? cached.mentionCount === mentionCount : !hasMentions(query)) return pages
      const item = { ...(cached ?? { ...known, hit: null }), mentionCount }
      return withItem(pages, item, belongsIn(query, item, me, cached !== undefined))
    })
  }

  type ListChange = {
    pages: ListPages
    query: ChatListQuery
    event: ChatEvent
    /** The chat after the event; null if it has to be fetched. */
    item: ChatListItem | null
    stale: StaleParts
  }

  function changeList({ pages, query, event, item, stale }: ListChange): ListPages {
    const { chatId, version } = event
    const cached = findItem(pages, chatId)
    if (
      cached === undefined &&
      (version < (left.get(chatId) ?? 0) || !mayEnter(query, event, me, item?.mentionCount ?? 0))
    )
      return pages
    if (relationTo(cached, event) === 'known') return pages
    if (item === null || (isSearch(query) && cached === undefined)) {
      if (isSearch(query)) stale.search = true
      else stale.chat = true
      return pages
    }
    const listed = { ...item, hit: cached?.hit ?? null }
    const belongs = belongsIn(query, listed, me, cached !== undefined)
    if (cached !== undefined && !belongs) left.set(chatId, version)
    return withItem(pages, listed, belongs)
  }

  function remove(chatId: ChatId, version: number) {
    left.set(chatId, version)
    changeLists((pages, query) => (hasDeleted(query) ? pages : withoutItem(pages, chatId)))
  }

  return {
    me,
    opened,
    findItem: newestItem,
    /** A chat as it is known, from a list or opened. */
    find(chatId: ChatId): Omit<ChatListItem, 'hit'> | undefined {
      const [item, chat] = [newestItem(chatId), opened(chatId)]
      if (chat === undefined || (item !== undefined && item.version >= chat.version)) return item
      const { history, ...rest } = chat
      return { ...rest, lastMessage: history.messages.findLast(isWritten) ?? null }
    },
    /** The chats of all lists; a chat in two lists appears twice. */
    listed: (): ChatListItem[] =>
      client
        .getQueriesData<ListPages>({ queryKey: queryKeys.chats.lists })
        .flatMap(([, pages]) => (pages === undefined ? [] : itemsOf(pages))),
    changeOpened,
    putItem,
    applyEvent,
    applyNotes,

    fromResponse,

    /** Takes a chat from a response into the lists and the opened chat. */
    putChat(chat: Chat) {
      const opened = fromResponse(chat)
      changeOpened(chat.id, () => opened)
    },

    /** Sets this person's unread count before the server confirms it; the caller tells the server. */
    setRead(chatId: ChatId, unreadCount: number) {
      const chat = opened(chatId)
      if (chat?.state === 'open' && chat.unreadCount > 0 && unreadCount === 0)
        client.setQueryData<number>(queryKeys.chats.unreadTotal, (total) => total && total - 1)
      changeOpened(chatId, (chat) => (chat.unreadCount === unreadCount ? chat : { ...chat, unreadCount }))
      changeLists((pages) => {
        const item = findItem(pages, chatId)
        if (item === undefined || item.unreadCount === unreadCount) return pages
        return withItem(pages, { ...item, unreadCount }, true)
      })
    },

    /** Takes notes from a response. */
    withNotes: putNotes,

    /** Sets this person's count of unseen mentions before the server confirms it; the caller tells the server. */
    setMentions,

    /** Sets state and assignee before the server confirms them, or back. */
    setTriage(chat: Omit<ChatListItem, 'hit'>, triage: Partial<Triage>) {
      changeOpened(chat.id, (cached) => ({ ...cached, ...triage }))
      changeLists((pages, query) => {
        const cached = findItem(pages, chat.id)
        const item = { ...(cached ?? { ...chat, hit: null }), ...triage }
        return withItem(pages, item, belongsIn(query, item, me, cached !== undefined))
      })
    },

    /** Sets this person's choice of notifications before the server confirms it, or back. */
    setNotify(chatId: ChatId, notify: ChatNotify) {
      changeOpened(chatId, (chat) => ({ ...chat, notify }))
      changeLists((pages) => {
        const item = findItem(pages, chatId)
        return item === undefined ? pages : withItem(pages, { ...item, notify }, true)
      })
    },

    /** Removes a chat that no longer exists from the lists, unless its event has done so. */
    remove: (chatId: ChatId) => remove(chatId, left.get(chatId) ?? Infinity),
  }
}

export type ChatCaches = ReturnType<typeof createChatCaches>

/** A listed chat after an event; null if one before it was missed. */
function itemAfter(item: ChatListItem, event: ChatEvent, me: MemberId): ChatListItem | null {
  const relation = relationTo(item, event)
  if (relation === 'gap') return null
  return relation === 'next' ? applyToItem(item, event, me) : item
}

/** The chat as a list shows it, if the event has all of it. */
function itemOf(event: ChatEvent, me: MemberId): ChatListItem | null {
  if (isPartial(event)) return null
  const { kind, chatId: id, version, data } = event
  // This person's choice of notifications is not in the event.
  if ('changes' in data && data.changes?.some((change) => change.kind === 'restored')) return null
  const isMessage = kind === 'MessageAddedToChat'
  const chat = isMessage ? { ...data.patch, members: data.members } : data.patch
  // The counts of members that the event does not mention are unchanged, but not known here. Others have none.
  const isCounted = kind !== 'ChatCreated' && isMember(chat, me)
  const unreadCount = data.unreadCounts[me] ?? (isCounted ? null : 0)
  if (unreadCount === null) return null
  const lastMessage = isMessage ? data.message : data.lastMessage
  // Someone who was just added has not chosen.
  const notify = (isMessage && data.notify?.[me]) || 'mine'
  return { ...chat, id, version, lastMessage, unreadCount, mentionCount: 0, notify, hit: null }
}
