import type { ChatId, MemberId, MessageId } from '@partyline/contract'
import { isUnreadBy, shownRun } from '../history/history.ts'
import type { Api } from '../../platform/api.ts'
import type { ChatCaches } from './chat-caches.ts'
import type { OpenedChat } from './opened-chat.ts'

/** The messages on screen, oldest first. */
export type SeenMessages = {
  ids: readonly MessageId[]
  /** Whether the newest message of the chat is one of them, or will be once it arrives. */
  reachesEnd: boolean
}

/**
 * Marks messages on screen as read: first in the caches, then on the server. They count only while their chat is in
 * front, which means that the tab is visible and its window has the focus.
 */
export function createReadTracker({ api, caches, me }: { api: Api; caches: ChatCaches; me: MemberId }) {
  let inFront: ChatId | null = null
  let onScreen: (SeenMessages & { chatId: ChatId }) | null = null
  /** A chat that was marked as unread stays unread until the person leaves it or writes. */
  let staysUnread = false
  const inFlight = new Set<ChatId>()
  /** Chats with messages that arrived during the call, which may not cover them. */
  const toRepeat = new Set<ChatId>()
  /** Reported to the server, whose event may not have arrived yet. */
  const reported = new Set<MessageId>()

  async function view(chatId: ChatId) {
    if (inFlight.has(chatId)) {
      toRepeat.add(chatId)
      return
    }
    inFlight.add(chatId)
    try {
      await api.call('chats.viewChat', { params: { chatId } })
    } catch {
      // The next response for this chat restores the count.
    } finally {
      inFlight.delete(chatId)
    }
    if (toRepeat.delete(chatId)) await view(chatId)
  }

  async function viewMessages(chatId: ChatId, messageIds: MessageId[]) {
    for (const id of messageIds) reported.add(id)
    try {
      await api.call('chats.viewMessages', { params: { chatId }, body: { messageIds, asRead: true } })
    } catch {
      for (const id of messageIds) reported.delete(id)
    }
  }

  function readAll(chatId: ChatId) {
    caches.setRead(chatId, 0)
    void view(chatId)
  }

  /** Call when the chat or the messages on screen may have changed. Deleted chats don't count. */
  function changed(chatId: ChatId) {
    if (chatId !== inFront || staysUnread || onScreen?.chatId !== chatId) return
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

  /** Only the newest: messages from before the person joined have no record of theirs, either. */
  function unreadMessages({ history, unreadCount }: OpenedChat): MessageId[] {
    const unread = shownRun(history).messages.filter((message) => isUnreadBy(message, me) && !reported.has(message.id))
    return unread.slice(-unreadCount).map(({ id }) => id)
  }

  return {
    changed,
    /** The chat in front; null for none. */
    setInFront(chatId: ChatId | null) {
      inFront = chatId
      staysUnread = false
      if (chatId !== null) changed(chatId)
    },
    /** The messages of the opened chat that are on screen. */
    setOnScreen(chatId: ChatId, seen: SeenMessages) {
      onScreen = { chatId, ...seen }
      changed(chatId)
    },
    /** A reply marks everything as read. */
    replied(chatId: ChatId) {
      staysUnread = false
      if ((caches.opened(chatId)?.unreadCount ?? 0) > 0) readAll(chatId)
    },
    /** Marks messages as unread; an event brings the count. Throws if the server refuses. */
    async markUnread(chatId: ChatId, messageIds: MessageId[]) {
      if (chatId === inFront) staysUnread = true
      for (const id of messageIds) reported.delete(id)
      await api.call('chats.viewMessages', { params: { chatId }, body: { messageIds, asRead: false } })
    },
  }
}

export type ReadTracker = ReturnType<typeof createReadTracker>
