import type { ChatId, ChatListItem, ChatListMode, MemberId } from '@partyline/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { isMember } from '../updates/chat-state.ts'
import { inListOrder } from './list-order.ts'

/** A page of the list, with the cursor of the next one. */
export type ListPage = { items: ChatListItem[]; next: string | null }
export type ListPages = InfiniteData<ListPage>

/** What a list is asked for. */
export type ListQuery = { mode: ChatListMode; term: string }

/** All chats that are held, in order, each once: paging can bring one twice when it moved in the meantime. */
export function itemsOf(pages: ListPages): ChatListItem[] {
  const newest = new Map<ChatId, ChatListItem>()
  for (const { items } of pages.pages) {
    for (const item of items) {
      const held = newest.get(item.id)
      if (held === undefined || held.version < item.version) newest.set(item.id, item)
    }
  }
  return inListOrder([...newest.values()])
}

/** How many messages are unread in the chats that are held; unread chats come first, so that more can only follow them. */
export function unreadIn(pages: ListPages): { count: number; isAll: boolean } {
  const items = itemsOf(pages)
  const mayFollow = (pages.pages.at(-1)?.next ?? null) !== null && (items.at(-1)?.unreadCount ?? 0) > 0
  return { count: items.reduce((sum, { unreadCount }) => sum + unreadCount, 0), isAll: !mayFollow }
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
 * Whether a chat has its place in a list. What a search finds only the server knows: there, only what was found
 * before keeps its place.
 */
export function belongsIn(query: ListQuery, item: ChatListItem, me: MemberId, wasThere: boolean): boolean {
  if (query.term !== '') return wasThere
  return query.mode === 'all' || isMember(item, me)
}
