import type { ChatId } from '@partyline/contract'
import type { Notice } from './notifier.ts'

type Shown = { chatIds: Set<ChatId>; close: () => void }

/** The notifications that this page has shown, to take them back once their chats are read. */
export function createShownNotices(unreadIn: (chatId: ChatId) => number) {
  const byTag = new Map<string, Shown>()
  /** The unread counts of their chats. */
  const unread = new Map<ChatId, number>()

  function takeBack(chatId: ChatId) {
    unread.delete(chatId)
    for (const [tag, { chatIds, close }] of byTag) {
      if (!chatIds.delete(chatId) || chatIds.size > 0) continue
      byTag.delete(tag)
      close()
    }
  }

  return {
    add({ tag, chatIds }: Pick<Notice, 'tag' | 'chatIds'>, close: () => void) {
      byTag.set(tag, { chatIds: new Set(chatIds), close })
      for (const chatId of chatIds) unread.set(chatId, unreadIn(chatId))
    },
    takeBack,
    /** Call when a chat may have been read, here or elsewhere. */
    takeBackRead() {
      for (const [chatId, before] of unread) {
        const now = unreadIn(chatId)
        if (before > 0 && now === 0) takeBack(chatId)
        else unread.set(chatId, now)
      }
    },
  }
}
