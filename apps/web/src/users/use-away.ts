import type { Away } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { lazyChunk } from '../platform/chunks.ts'
import { useChunk } from '../platform/lazy-component.tsx'
import { useApi, useTimes } from '../platform/platform-context.tsx'
import { usersQuery } from './user-queries.ts'

/** Opening hours are much code for a chat that has no colleague as its assignee. */
const loadAwayAt = lazyChunk(async () => (await import('./away-at.ts')).awayAt)

/** Why a user is away now, and until when. Null for contacts and for users who aren't away. Only fetches if `enabled`. */
export function useAway({ enabled = true } = {}): (userId: string) => Away | null {
  const { now } = useTimes()
  const { data: users } = useQuery({ ...usersQuery(useApi()), enabled })
  const { data: awayAt } = useChunk('away', loadAwayAt, { enabled })
  return (userId) => {
    const user = users?.find(({ id }) => id === userId)
    return (user && awayAt?.(user, new Date(now()))) ?? null
  }
}
