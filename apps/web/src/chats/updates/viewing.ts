import type { ChatId, MemberId, MessageId } from '@partyline/contract'
import { isUnreadBy, shownRun } from '../../messages/index.ts'
import type { SeenMessages } from '../../messages/index.ts'
import type { Api } from '../../platform/api.ts'
import type { ChatCaches } from './chat-caches.ts'
import type { OpenedChat } from './chat-state.ts'

/**
 * Marks what the person has on screen as read, at once in the caches and then on the server. A message counts only when
 * its chat is in front: the tab is visible and has the focus.
 */
export function createViewing({ api, caches, me }: { api: Api; caches: ChatCaches; me: MemberId }) {
  let inFront: ChatId | null = null
  let onScreen: (SeenMessages & { chatId: ChatId }) | null = null
  /** A chat that was marked as unread stays so until the person looks away from it, or writes. */
  let keptUnread = false
  const underWay = new Set<ChatId>()
  /** More arrived during the call, which may have read everything before that. */
  const again = new Set<ChatId>()
  /** Sent to the server, whose event may still be on its way. */
  const sent = new Set<MessageId>()

  async function view(chatId: ChatId) {
    if (underWay.has(chatId)) {
      again.add(chatId)
      return
    }
    underWay.add(chatId)
    try {
      await api.call('chats.viewChat', { params: { chatId } })
    } catch {
      // The count comes back with the next answer for this chat.
    } finally {
      underWay.delete(chatId)
    }
    if (again.delete(chatId)) await view(chatId)
  }

  async function viewMessages(chatId: ChatId, messageIds: MessageId[]) {
    for (const id of messageIds) sent.add(id)
    try {
      await api.call('chats.viewMessages', { params: { chatId }, body: { messageIds, asRead: true } })
    } catch {
      for (const id of messageIds) sent.delete(id)
    }
  }

  function readAll(chatId: ChatId) {
    caches.setRead(chatId, 0)
    void view(chatId)
  }

  /** The chat or what is on screen may have changed. In a deleted chat nothing counts. */
  function changed(chatId: ChatId) {
    if (chatId !== inFront || keptUnread || onScreen?.chatId !== chatId) return
    const chat = caches.opened(chatId)
    if (!chat || chat.archived || chat.unreadCount === 0) return
    const unread = unreadMessages(chat)
    const { ids, reachesEnd } = onScreen
    const last = ids.at(-1) ?? ''
    const seen = unread.filter((id) => ids.includes(id) || (reachesEnd && id > last))
    const hasMoreUnread =
      unread.length > seen.length || (chat.unreadCount > seen.length && shownRun(chat.history).hasOlder)
    if (seen.length >= chat.unreadCount || (reachesEnd && !hasMoreUnread)) readAll(chatId)
    else if (seen.length > 0) {
      caches.setRead(chatId, chat.unreadCount - seen.length)
      void viewMessages(chatId, seen)
    }
  }

  /** The newest that count: messages from before the person joined have no record of theirs either. */
  function unreadMessages({ history, unreadCount }: OpenedChat): MessageId[] {
    const unread = shownRun(history).messages.filter((message) => isUnreadBy(message, me) && !sent.has(message.id))
    return unread.slice(-unreadCount).map(({ id }) => id)
  }

  return {
    changed,
    /** Which chat is in front of the person; null for none. */
    setInFront(chatId: ChatId | null) {
      inFront = chatId
      keptUnread = false
      if (chatId !== null) changed(chatId)
    },
    /** Which messages of the opened chat are on screen. */
    setOnScreen(chatId: ChatId, seen: SeenMessages) {
      onScreen = { chatId, ...seen }
      changed(chatId)
    },
    /** Replying reads everything. */
    replied(chatId: ChatId) {
      keptUnread = false
      if ((caches.opened(chatId)?.unreadCount ?? 0) > 0) readAll(chatId)
    },
    /** The person wants these messages unread again. An event brings the count. Throws where the server refuses. */
    async markUnread(chatId: ChatId, messageIds: MessageId[]) {
      if (chatId === inFront) keptUnread = true
      for (const id of messageIds) sent.delete(id)
      await api.call('chats.viewMessages', { params: { chatId }, body: { messageIds, asRead: false } })
    },
  }
}

export type Viewing = ReturnType<typeof createViewing>
