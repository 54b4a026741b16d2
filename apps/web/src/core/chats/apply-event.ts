import type { ChatListItem, MemberId, RealtimeEvent } from '@partyline/contract'
import { withChanges, withDeliveries, withMessage, withRecords } from '../history/history.ts'
import { OPEN, triageOf } from './chat-state.ts'
import type { OpenedChat } from './opened-chat.ts'

/** An event with what changed, and the chat's version after the change. */
export type ChatEvent = Extract<RealtimeEvent, { version: number }>

export function isChatEvent(event: RealtimeEvent): event is ChatEvent {
  return event.version !== null
}

/**
 * How an event relates to the cached chat: `next` can be applied, `known` already is, and a `gap` needs a refetch
 * (docs/product.md#events-are-hints).
 */
export function relationTo(cached: { version: number } | undefined, event: ChatEvent): 'next' | 'known' | 'gap' {
  if (cached === undefined || event.version > cached.version + 1) return 'gap'
  return event.version === cached.version + 1 ? 'next' : 'known'
}

/** The list item after an event of the next version. */
export function applyToItem(item: ChatListItem, event: ChatEvent, me: MemberId): ChatListItem {
  const { version, data } = event
  const unreadCount = data.unreadCounts[me] ?? item.unreadCount
  switch (event.kind) {
    case 'MessageAddedToChat': {
      const { message, messageCount, hasUnread, unclaimedCount, summary } = event.data
      // A late picture repeats its message, which need not be the last one anymore.
      const isLast = messageCount > item.messageCount || item.lastMessage?.id === message.id
      const lastMessage = isLast && !message.automatic ? message : item.lastMessage
      return {
        ...item,
        ...triageOf(summary),
        scheduledCount: summary.scheduledCount,
        version,
        unreadCount,
        unclaimedCount,
        messageCount,
        hasUnread,
        lastMessage,
      }
    }
    case 'DeliveryStatusUpdated': {
      const lastMessage = item.lastMessage && withRecords(item.lastMessage, event.data)
      const { hasUnread, failedCount = item.failedCount, pending } = event.data
      const { scheduledCount } = pending ?? item
      const counts = { unreadCount, failedCount, scheduledCount }
      return { ...item, ...reopenedBy(event.data), version, ...counts, hasUnread, lastMessage }
    }
    default:
      return { ...event.data.chat, version, unreadCount, notify: item.notify, hit: item.hit }
  }
}

/** The opened chat after an event of the next version. */
export function applyToOpened(chat: OpenedChat, event: ChatEvent, me: MemberId): OpenedChat {
  const { version, data } = event
  const unreadCount = data.unreadCounts[me] ?? chat.unreadCount
  switch (event.kind) {
    case 'MessageAddedToChat': {
      const { message, messageCount, hasUnread, unclaimedCount, summary, changes = [] } = event.data
      const history = withChanges(withMessage(chat.history, message), changes)
      const counts = { unreadCount, unclaimedCount, messageCount, scheduledCount: summary.scheduledCount }
      return { ...chat, ...triageOf(summary), version, ...counts, hasUnread, history }
    }
    case 'DeliveryStatusUpdated': {
      const history = withDeliveries(chat.history, event.data)
      const { hasUnread, failedCount = chat.failedCount, pending } = event.data
      const changed = pending && { pending: pending.messages, scheduledCount: pending.scheduledCount }
      return { ...chat, ...reopenedBy(event.data), ...changed, version, unreadCount, hasUnread, failedCount, history }
    }
    default: {
      const { lastMessage: _, ...changed } = event.data.chat
      const history = withChanges(chat.history, event.data.changes)
      return { ...chat, ...changed, version, unreadCount, history }
    }
  }
}

const reopenedBy = ({ state }: { state?: 'open' | undefined }) => state && OPEN
