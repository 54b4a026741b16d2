import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { unclaimedQuery } from '../../core/chats/chat-queries.ts'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'

/** Whether the group above the rows and the lines that they name are known, or failed to load: rows drawn before would move. */
export function useIsLayoutKnown(): boolean {
  const api = useApi()
  const { isFetched: isGroupKnown } = useInfiniteQuery(unclaimedQuery(api))
  const { isFetched: areLinesKnown } = useQuery(twilioNumbersQuery(api))
  return isGroupKnown && areLinesKnown
}
