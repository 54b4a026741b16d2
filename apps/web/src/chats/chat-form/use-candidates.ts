import { PACE } from '@partyline/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { mobileListQuery } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useDebounced } from '../../platform/use-debounced.ts'
import { usersQuery } from '../../users/index.ts'
import { matching, offered, phoneCandidate, userCandidates } from './candidates.ts'
import type { Candidate } from './candidates.ts'

/** Fewer than that do not fill the list: what follows is asked for without being scrolled to. */
const FEW = 5

/** Who can be added: the users are few and held here, the contacts are looked for by the server. */
export function useCandidates() {
  const api = useApi()
  const [written, setWritten] = useState('')
  const words = written.trim()
  const term = useDebounced(words, words === '' ? 0 : PACE.searchDebounceMs)
  const users = useQuery(usersQuery(api))
  const contacts = useInfiniteQuery(mobileListQuery(api, { filter: 'enabled', term }))

  const team = useMemo(() => userCandidates(users.data ?? []), [users.data])
  const held = useMemo(
    () => (contacts.data?.pages ?? []).flatMap(({ numbers }) => numbers.map(phoneCandidate)),
    [contacts.data],
  )
  const isSearching = words !== term || contacts.isPlaceholderData
  const { isFetching, isError, hasNextPage } = contacts

  return {
    written,
    write: setWritten,
    team,
    isPending: users.isPending || contacts.isPending,
    isSearching,
    isLoadingMore: contacts.isFetchingNextPage,
    isError: users.isError || isError,
    /** Whoever matches and is not chosen. What was found stands, as far as it matches, until the server has answered. */
    matchingOthers: (chosen: readonly Candidate[]) =>
      offered({
        users: matching(team, words),
        contacts: isSearching ? matching(held, words) : held,
        moreFollow: hasNextPage && !isSearching,
        chosen,
      }),
    /** Asks for the next contacts, where there are more, and nothing is under way or failed. */
    loadMore: () => {
      if (hasNextPage && !isFetching && !isError && !isSearching) void contacts.fetchNextPage()
    },
    loadAgain: () => {
      if (users.isError) void users.refetch()
      if (contacts.isFetchNextPageError) void contacts.fetchNextPage()
      else if (isError) void contacts.refetch()
    },
  }
}

export type Candidates = ReturnType<typeof useCandidates>

/** Asks for more by itself where those who are chosen leave too few to scroll. */
export function useFilled({ loadMore }: Candidates, found: readonly Candidate[]): void {
  const isShort = found.length < FEW
  useEffect(() => {
    if (isShort) loadMore()
  })
}
