import type { ChatId, ChatListItem } from '@partyline/contract'
import { placeOf } from './list-order.ts'
import type { Place, Places } from './list-order.ts'

type Parts = {
  items: readonly ChatListItem[]
  openedId: ChatId | null
  /** Whether the person still goes from chat to chat in the same list. */
  goesOn: boolean
}

/**
 * The places that chats keep while somebody goes through those that wait: what is read would otherwise move down, and
 * the next one would be skipped. A chat keeps the place at which it waited while it was opened, until something new
 * waits in it or the walk ends; the opened one keeps it until it is left.
 */
export function keptPlaces(before: Places, { items, openedId, goesOn }: Parts): Places {
  const kept = new Map<ChatId, Place>()
  for (const item of items) {
    const isOpened = item.id === openedId
    const place = before.get(item.id)
    if (item.unreadCount > 0) {
      if (isOpened) kept.set(item.id, placeOf(item))
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
