import type { ChatId } from '@partyline/contract'
import type { ListQuery } from '../chat-list/list-pages.ts'

/** Where chats lie in the query cache. */
export const chatKeys = {
  all: ['chats'] as const,
  lists: ['chats', 'list'] as const,
  list: (query: ListQuery) => ['chats', 'list', query] as const,
  unreadTotal: ['chats', 'unreadTotal'] as const,
  opened: (chatId: ChatId) => ['chats', 'opened', chatId] as const,
}
