import type { ChatId, ChatListItem } from '@partyline/contract'

/** Where a chat stands in the list. */
export type Place = {
  /** Unread by me, then not seen by everybody, then the rest. */
  rank: 0 | 1 | 2
  /** Its last message; the newest stands first within a rank. */
  at: number
}
/** Chats that stand elsewhere than their state says. */
export type Places = ReadonlyMap<ChatId, Place>

/** The list's order, decisions 3.7. */
export function inListOrder(items: readonly ChatListItem[], kept?: Places): ChatListItem[] {
  // What is compared is read once for each chat: a list can hold thousands and is sorted with every event.
  return items
    .map((item) => ({ item, ...(kept?.get(item.id) ?? placeOf(item)) }))
    .toSorted((one, other) => one.rank - other.rank || other.at - one.at || (one.item.id < other.item.id ? 1 : -1))
    .map(({ item }) => item)
}

export function placeOf(item: ChatListItem): Place {
  return { rank: rankOf(item), at: lastChange(item) }
}

function rankOf(item: ChatListItem): Place['rank'] {
  if (item.unreadCount > 0) return 0
  return item.hasUnread ? 1 : 2
}

/** A chat without messages stands by the time at which it was opened, which its id carries (UUIDv7). */
function lastChange(item: ChatListItem): number {
  return item.lastMessage
    ? Date.parse(item.lastMessage.sentOn)
    : Number.parseInt(item.id.replace('-', '').slice(0, 12), 16)
}
