import { PACE } from '@partyline/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { contactListQuery } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useDebounced } from '../../platform/use-debounced.ts'
import { usersQuery } from '../../users/index.ts'
import { matching, offered, phoneCandidate, userCandidates } from './candidates.ts'
import type { Candidate } from './candidates.ts'

/** Fewer results than this don't fill the list: more are loaded without scrolling. */
const MIN_RESULTS = 5

/** Who can be added: all users are loaded, contacts are searched on the server. */
export function useCandidates() {
  const api = useApi()
  const [written, setWritten] = useState('')
  const words = written.trim()
  const term = useDebounced(words, words === '' ? 0 : PACE.searchDebounceMs)
  const users = useQuery(usersQuery(api))
  const contacts = useInfiniteQuery(contactListQuery(api, { filter: 'enabled', term }))

  const team = useMemo(() => userCandidates(users.data ?? []), [users.data])
  const loaded = useMemo(
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
    /** Matches that are not chosen yet. Until the server responds, the loaded contacts are filtered. */
    matchingOthers: (chosen: readonly Candidate[]) =>
      offered({
        users: matching(team, words),
        contacts: isSearching ? matching(loaded, words) : loaded,
        moreFollow: hasNextPage && !isSearching,
        chosen,
      }),
    /** Loads more contacts, if there are any, and no request is running or has failed. */
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

/** Loads more if the chosen ones leave too few to scroll. */
export function useFilled({ loadMore }: Candidates, found: readonly Candidate[]): void {
  const isShort = found.length < MIN_RESULTS
  useEffect(() => {
    if (isShort) loadMore()
  })
}
