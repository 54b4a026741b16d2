import type { ChatId, MessageId } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import type { ChatCaches } from './chat-caches.ts'

/**
 * Marks the chat that is in front of the person as read, at once on the screen and then on the server. Only one that
 * they really see counts: the tab is visible and has the focus.
 */
export function createViewing({ api, caches }: { api: Api; caches: ChatCaches }) {
  let inFront: ChatId | null = null
  /** What somebody marked as unread stays so until they look away from the chat, or write. */
  let keptUnread = false
  const underWay = new Set<ChatId>()
  /** More came in while the server was told, which may have read everything before that. */
  const again = new Set<ChatId>()

  async function view(chatId: ChatId) {
    if (underWay.has(chatId)) {
      again.add(chatId)
      return
    }
    underWay.add(chatId)
    try {
      await api.call('chats.viewChat', { params: { chatId } })
    } catch {
      // The count comes back with the next answer for this chat; nobody has to be bothered.
    } finally {
      underWay.delete(chatId)
    }
    if (again.delete(chatId)) await view(chatId)
  }

  /** The chat may have changed: what is new in front of the person is read. In a deleted chat nothing counts any more. */
  function changed(chatId: ChatId) {
    if (chatId !== inFront || keptUnread) return
    const chat = caches.opened(chatId)
    if (!chat || chat.archived || chat.unreadCount === 0) return
    caches.setRead(chatId)
    void view(chatId)
  }

  return {
    changed,
    /** Says which chat is in front of the person; null for none. */
    setInFront(chatId: ChatId | null) {
      inFront = chatId
      keptUnread = false
      if (chatId !== null) changed(chatId)
    },
    /** The person wants these messages unread again. An event brings the count. Throws where the server refuses. */
    async markUnread(chatId: ChatId, messageIds: MessageId[]) {
      if (chatId === inFront) keptUnread = true
      await api.call('chats.viewMessages', { params: { chatId }, body: { messageIds, asRead: false } })
    },
  }
}

export type Viewing = ReturnType<typeof createViewing>
