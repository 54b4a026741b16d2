import type { ChatListItem } from '@partyline/contract'

/** Unread by me, then not seen by everybody, then the rest; each with the newest last message first. Decisions 3.7. */
export function inListOrder(items: readonly ChatListItem[]): ChatListItem[] {
  // What is compared is read once for each chat: a list can hold thousands and is sorted with every event.
  return items
    .map((item) => ({ item, rank: rankOf(item), at: lastChange(item) }))
    .toSorted((one, other) => one.rank - other.rank || other.at - one.at || (one.item.id < other.item.id ? 1 : -1))
    .map(({ item }) => item)
}

function rankOf(item: ChatListItem): number {
  if (item.unreadCount > 0) return 0
  return item.hasUnread ? 1 : 2
}

/** A chat without messages stands by the time at which it was opened, which its id carries (UUIDv7). */
function lastChange(item: ChatListItem): number {
  return item.lastMessage
    ? Date.parse(item.lastMessage.sentOn)
    : Number.parseInt(item.id.replace('-', '').slice(0, 12), 16)
}
