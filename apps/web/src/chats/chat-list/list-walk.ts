import type { ChatId, ChatListItem } from '@partyline/contract'
import { placeOf, inListOrder } from '../../core/chats/list-order.ts'
import type { ListOrder, Place, Places } from '../../core/chats/list-order.ts'
import { listOrderOf } from '../../core/chats/list-view.ts'
import { useMemo, useState } from 'react'
import { useInFront } from '../opened/use-in-front.ts'
import type { ChatListQuery } from '../../platform/query-keys.ts'

type Parts = {
  items: readonly ChatListItem[]
  order: ListOrder
  openedId: ChatId | null
  /** Whether the person is still going from chat to chat in the same list. */
  goesOn: boolean
}

/**
 * The positions that chats keep while someone goes through unread ones: otherwise, a chat that is read would move down, and
 * the next one would be skipped. A chat keeps its position until it is unread again or the walk ends; the opened chat keeps
 * it until it is closed.
 */
export function keptPlaces(before: Places, { items, order, openedId, goesOn }: Parts): Places {
  const kept = new Map<ChatId, Place>()
  for (const item of items) {
    const isOpened = item.id === openedId
    const place = before.get(item.id)
    if (item.unreadCount > 0) {
      if (isOpened) kept.set(item.id, placeOf(item, order))
    } else if (place !== undefined && (goesOn || isOpened)) kept.set(item.id, place)
  }
  return areSame(before, kept) ? before : kept
}

function areSame(some: Places, others: Places): boolean {
  if (some.size !== others.size) return false
  return [...some].every(([id, { rank, at }]) => {
    const other = others.get(id)
    return other?.rank === rank && other.at === at
  })
}

type WalkParts = { items: readonly ChatListItem[] | null; openedId: ChatId | null; query: ChatListQuery }

const NO_PLACES: Places = new Map()

/**
 * The chats in list order, which stays stable while someone goes from one to the next. The walk ends when the person closes
 * the chat, leaves the window, or switches to another list.
 */
export function useListWalk({ items, openedId, query }: WalkParts): readonly ChatListItem[] | null {
  const inFront = useInFront()
  const list = JSON.stringify(query)
  const order = listOrderOf(query)
  const isOfUnread = query.listFilters?.includes('unread') ?? false
  const [walk, setWalk] = useState({ list, kept: NO_PLACES })
  const isSameList = walk.list === list
  const goesOn = isSameList && inFront && openedId !== null
  const kept = useMemo(
    () => (items === null ? NO_PLACES : keptPlaces(walk.kept, { items, order, openedId, goesOn })),
    [walk.kept, items, order, openedId, goesOn],
  )
  if (!isSameList || kept !== walk.kept) setWalk({ list, kept })
  return useMemo(() => {
    const isShown = ({ id, unreadCount }: ChatListItem) => !isOfUnread || unreadCount > 0 || kept.has(id)
    return items && inListOrder(items.filter(isShown), order, kept)
  }, [items, order, isOfUnread, kept])
}
