import type { ChatId, ChatListItem } from '@partyline/contract'
import type { InfiniteData } from '@tanstack/react-query'

/** A page of the list. */
export type ListPage = {
  items: ChatListItem[]
  /** The cursor of the next one. */
  next: string | null
  /** Whether its last chat is unread: unread chats come first, so that more may follow. */
  endsUnread: boolean
} & Partial<SearchedPart>

/** The part of all messages that a page of a search covers. */
export type SearchedPart = {
  /** The cursor of the next part. */
  next: string | null
  isEmpty: boolean
  /** Fewer results than requested, although there may be more: the rest has not been searched yet. */
  isPartial: boolean
  /** Every message after this time has been searched; null if that is all of them, or the time is unknown. */
  searchedBackTo: string | null
}
export type ListPages = InfiniteData<ListPage>

/** All loaded chats, each once: a chat that moved during paging is on two pages. */
export function itemsOf(pages: ListPages): ChatListItem[] {
  const newest = new Map<ChatId, ChatListItem>()
  for (const { items } of pages.pages) {
    for (const item of items) {
      const other = newest.get(item.id)
      if (other === undefined || other.version < item.version) newest.set(item.id, item)
    }
  }
  return [...newest.values()]
}

/** A number of chats, and whether more may follow. */
export type ChatTotal = { count: number; isAll: boolean }

/** The loaded unclaimed chats. */
export function unclaimedIn(pages: ListPages): ChatTotal {
  const count = itemsOf(pages).filter(({ unclaimedCount }) => unclaimedCount > 0).length
  return { count, isAll: pages.pages.at(-1)?.next === null }
}

/** Those with mentions that are not counted as unread or unclaimed. */
export function mentionedIn(pages: ListPages): ChatTotal {
  const isCounted = ({ state, unreadCount, unclaimedCount }: ChatListItem) =>
    state === 'open' && unreadCount + unclaimedCount > 0
  const count = itemsOf(pages).filter((item) => item.mentionCount > 0 && !isCounted(item)).length
  return { count, isAll: pages.pages.at(-1)?.next === null }
}

/** The loaded chats that this person has not read. */
export function unreadIn(pages: ListPages): ChatTotal {
  const last = pages.pages.at(-1)
  const count = itemsOf(pages).filter(({ unreadCount }) => unreadCount > 0).length
  return { count, isAll: !last?.endsUnread || last.next === null }
}

export function findItem(pages: ListPages, chatId: ChatId): ChatListItem | undefined {
  for (const page of pages.pages) {
    const item = page.items.find(({ id }) => id === chatId)
    if (item) return item
  }
  return undefined
}

/**
 * Replaces or adds a chat, or removes it if it no longer belongs to the list. The others keep their index: the query cache
 * compares by index, and copies what has moved, so that each row would be rendered again. Screens sort the chats themselves.
 */
export function withItem(pages: ListPages, item: ChatListItem, belongs: boolean): ListPages {
  if (!belongs) return withoutItem(pages, item.id)
  if (findItem(pages, item.id) !== undefined) {
    return mapItems(pages, (items) => items.map((one) => (one.id === item.id ? item : one)))
  }
  return mapItems(pages, (items, page) => (page === 0 ? [...items, item] : items))
}

export function withoutItem(pages: ListPages, chatId: ChatId): ListPages {
  if (findItem(pages, chatId) === undefined) return pages
  return mapItems(pages, (items) => items.filter(({ id }) => id !== chatId))
}

function mapItems(pages: ListPages, change: (items: ChatListItem[], page: number) => ChatListItem[]): ListPages {
  return { ...pages, pages: pages.pages.map((page, index) => ({ ...page, items: change(page.items, index) })) }
}
