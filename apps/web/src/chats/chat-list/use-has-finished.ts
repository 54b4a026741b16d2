import type { ChatListMode } from '@partyline/contract'
import { useChatCounts } from './use-chat-counts.ts'

/** Whether a person without open chats has done or snoozed ones; undefined while loading. */
export function useHasFinished(mode: ChatListMode, { enabled }: { enabled: boolean }): boolean | undefined {
  const { data, isError, isPlaceholderData } = useChatCounts(mode, { enabled })
  if (!enabled || isError) return false
  // Those are of the other mode.
  if (isPlaceholderData) return undefined
  return data && data.done.count + data.snoozed.count > 0
}
