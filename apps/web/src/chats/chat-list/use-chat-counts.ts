import type { ChatListMode } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { chatCountsQuery } from '../../core/chats/chat-queries.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useEndOfToday } from '../../platform/use-end-of-today.ts'

/** How many chats each filter finds today. Counted again at each `refetchInterval`, and after pending messages have changed. */
export function useChatCounts(mode: ChatListMode, options: { enabled: boolean; refetchInterval?: number }) {
  const endOfToday = useEndOfToday()
  return useQuery({
    ...chatCountsQuery(useApi(), { mode, endOfToday }),
    placeholderData: (before) => before,
    ...options,
  })
}
