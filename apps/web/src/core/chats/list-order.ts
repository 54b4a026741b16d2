import type { ChatId, ChatListItem } from '@partyline/contract'

/** The position of a chat in the list. */
export type Place = {
  /** 2: unread by me. 1: not seen by everyone. 0: the rest. */
  rank: 0 | 1 | 2
  /** The time of its last message; the newest is first within a rank. */
  at: number
}
/** Chats whose position differs from what their state says. */
export type Places = ReadonlyMap<ChatId, Place>

/** docs/product.md#the-list */
export type ListOrder = 'unreadFirst' | 'newestFirst'

export function inListOrder(items: readonly ChatListItem[], order: ListOrder, kept?: Places): ChatListItem[] {
  // Sort keys are computed once per chat: a list can have thousands, and is sorted with every event.
  return items
    .map((item) => ({ item, ...(kept?.get(item.id) ?? placeOf(item, order)) }))
    .toSorted((one, other) => other.rank - one.rank || other.at - one.at || (one.item.id < other.item.id ? 1 : -1))
    .map(({ item }) => item)
}

/** The chats in the order in which they were held. Others follow, so that none of them moves a row. */
export function inHeldOrder(items: readonly ChatListItem[], held: readonly ChatId[]): ChatListItem[] {
  const indexes = new Map(held.map((id, index) => [id, index]))
  const indexOf = ({ id }: ChatListItem) => indexes.get(id) ?? held.length
  return items.toSorted((one, other) => indexOf(one) - indexOf(other))
}

export function placeOf(item: ChatListItem, order: ListOrder): Place {
  return { rank: order === 'newestFirst' ? 0 : rankOf(item), at: lastChange(item) }
}

function rankOf(item: ChatListItem): Place['rank'] {
  if (item.unreadCount > 0) return 2
  return item.hasUnread ? 1 : 0
}

/** A chat without messages is ordered by its creation, which is in its ID (UUIDv7). */
function lastChange(item: ChatListItem): number {
  return item.lastMessage
    ? Date.parse(item.lastMessage.sentOn)
    : Number.parseInt(item.id.replace('-', '').slice(0, 12), 16)
}
