import type { ChatListMode } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { chatCountsQuery } from '../../core/chats/chat-queries.ts'
import { useApi } from '../../platform/platform-context.tsx'

/** Whether a person without open chats has done or snoozed ones; undefined until it is known. */
export function useHasFinished(mode: ChatListMode, { enabled }: { enabled: boolean }): boolean | undefined {
  const { data, isError } = useQuery({ ...chatCountsQuery(useApi(), mode), enabled })
  if (!enabled || isError) return false
  return data && data.done.count + data.snoozed.count > 0
}
