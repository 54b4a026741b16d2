import type { Chat, ChatListItem, Message } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { isWritten, withAnswer, withNewest, withoutDeleted } from '../history/history.ts'
import type { History } from '../history/history.ts'

/** An opened chat with the part of its history that was fetched. */
export type OpenedChat = Omit<Chat, 'messages'> & { history: History }

/** The opened chat after a response, unless the cached one is newer: an event may overtake a response. */
export function openedFrom(cached: OpenedChat | undefined, { messages, ...chat }: Chat): OpenedChat {
  if (cached !== undefined && cached.version > chat.version) return cached
  const { deletedBefore } = chat
  const known =
    cached && cached.deletedBefore !== deletedBefore ? withoutDeleted(cached.history, deletedBefore) : cached?.history
  return { ...chat, history: withNewest(known, messages, PAGE.messages) }
}

/** Adds the response to a sent message, unless its event came first. */
export function withResponse(chat: OpenedChat, message: Message): OpenedChat {
  if (!message.pending) return { ...chat, history: withAnswer(chat.history, message) }
  const isKnown = [...chat.pending, ...chat.history.messages].some(({ id }) => id === message.id)
  return isKnown ? chat : { ...chat, pending: [...chat.pending, message] }
}

/** A chat as lists show it. */
export function listItemOf(opened: Chat): Omit<ChatListItem, 'hit'> {
  const { messages, pending: _, ...chat } = opened
  return { ...chat, lastMessage: messages.findLast(isWritten) ?? null }
}
