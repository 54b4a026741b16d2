import type { ChatId, ChatListItem } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { openedChatQuery } from '../../core/chats/chat-queries.ts'
import { inListOrder } from '../../core/chats/list-order.ts'
import { listItemOf } from '../../core/chats/opened-chat.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useChatClient } from '../chat-client-context.ts'

/**
 * The chats with mentions, newest first, and the opened one until it is closed: it is seen as soon as it is opened, and would
 * make way for another one under the pointer.
 */
export function useKeptMention(items: readonly ChatListItem[], openedId: ChatId | null): readonly ChatListItem[] {
  const { caches } = useChatClient()
  const [keptId, setKeptId] = useState<ChatId | null>(null)
  const isListed = items.some(({ id }) => id === openedId)
  const nextId = isListed || keptId === openedId ? openedId : null
  if (nextId !== keptId) setKeptId(nextId)
  const isKept = nextId !== null && !isListed
  const { data: kept } = useQuery({
    ...openedChatQuery({ api: useApi(), caches, chatId: openedId ?? ('' as ChatId) }),
    // It is fetched where it is opened.
    enabled: false,
    // Otherwise each message of the opened chat would render the list.
    select: isKept ? asItem : nothing,
  })
  return useMemo(() => (kept ? inListOrder([...items, kept], 'newestFirst') : items), [items, kept])
}

const asItem = ({ history, ...chat }: OpenedChat): ChatListItem | null =>
  chat.archived ? null : { ...listItemOf({ ...chat, messages: history.messages }), hit: null }

const nothing = () => null
