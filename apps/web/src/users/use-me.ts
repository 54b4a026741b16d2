import type { CurrentUser } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../platform/platform-context.tsx'
import { meQuery } from './user-queries.ts'

/** The signed-in person, undefined until the server has answered. */
export function useMe(): CurrentUser | undefined {
  return useQuery(meQuery(useApi())).data
}
