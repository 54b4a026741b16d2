import type { CallBody, ChatId, ChatListItem, ChatListMode, MemberId } from '@partyline/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { isMember } from '../updates/chat-state.ts'

/** A page of the list. */
export type ListPage = {
  items: ChatListItem[]
  /** The cursor of the next one. */
  next: string | null
  /** It ended with an unread chat: unread ones come first, so that more of them may follow. */
  endsUnread: boolean
} & Partial<SearchedPart>

/** The part of everything that a page of a search stands for. */
export type SearchedPart = {
  /** The cursor of the next part. */
  next: string | null
  isEmpty: boolean
  /** Fewer results than were asked for, although there may be more: the rest has not been searched yet. */
  isPartial: boolean
  /** Every message after this time has been searched; null where that is all of them, or no time can be named. */
  searchedBackTo: string | null
}
export type ListPages = InfiniteData<ListPage>

/** Which chats a list shows. Unclaimed chats are a group of their own, above the other two. */
type ListMode = ChatListMode | 'unclaimed'

export type ListQuery = {
  mode: ListMode
  term: string
  /** Where a search looks for its term. */
  searchIn?: CallBody<'chats.search'>['searchIn']
}

/** All chats that are held, each once: paging can bring one twice when it moved in the meantime. */
export function itemsOf(pages: ListPages): ChatListItem[] {
  const newest = new Map<ChatId, ChatListItem>()
  for (const { items } of pages.pages) {
    for (const item of items) {
      const held = newest.get(item.id)
      if (held === undefined || held.version < item.version) newest.set(item.id, item)
    }
  }
  return [...newest.values()]
}

/** How many texts wait in unclaimed chats, and whether these are all of them. */
export function unclaimedIn(pages: ListPages): { count: number; isAll: boolean } {
  return {
    count: itemsOf(pages).reduce((sum, { unclaimedCount }) => sum + unclaimedCount, 0),
    isAll: pages.pages.at(-1)?.next === null,
  }
}

/** How many messages are unread in the chats that are held, and whether these are all that are unread. */
export function unreadIn(pages: ListPages): { count: number; isAll: boolean } {
  const last = pages.pages.at(-1)
  return {
    count: itemsOf(pages).reduce((sum, { unreadCount }) => sum + unreadCount, 0),
    isAll: !last?.endsUnread || last.next === null,
  }
}

export function findItem(pages: ListPages, chatId: ChatId): ChatListItem | undefined {
  for (const page of pages.pages) {
    const item = page.items.find(({ id }) => id === chatId)
    if (item) return item
  }
  return undefined
}

/** Replaces a chat, adds it where it is new, or takes it out where the list is no longer its place. */
export function withItem(pages: ListPages, item: ChatListItem, belongs: boolean): ListPages {
  const without = withoutItem(pages, item.id)
  if (!belongs) return without
  const [first, ...rest] = without.pages
  return first ? { ...without, pages: [{ ...first, items: [item, ...first.items] }, ...rest] } : pages
}

export function withoutItem(pages: ListPages, chatId: ChatId): ListPages {
  if (findItem(pages, chatId) === undefined) return pages
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== chatId) })),
  }
}

/**
 * Whether a chat has its place in a list; a deleted one has none. What a search finds only the server knows: there,
 * only what was found before keeps its place.
 */
export function belongsIn(query: ListQuery, item: ChatListItem, me: MemberId, wasThere: boolean): boolean {
  if (item.archived) return false
  if (query.term !== '') return wasThere
  if (query.mode === 'unclaimed') return item.unclaimedCount > 0
  return query.mode === 'all' || isMember(item, me)
}
