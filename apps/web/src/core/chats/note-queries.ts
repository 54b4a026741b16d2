import type { FoundNote, NoteId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Api } from '../../platform/api.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import type { NoteQuery } from '../../platform/query-keys.ts'
import { searchedPart } from './chat-queries.ts'
import type { SearchedPart } from './list-pages.ts'

/** The notes that match a term and filters, newest first. Without a query, none are looked for. */
export function foundNotesQuery(api: Api, query: NoteQuery | null) {
  return infiniteQueryOptions({
    queryKey: queryKeys.foundNotes(query),
    initialPageParam: null as NoteId | null,
    getNextPageParam: (last: FoundNotes) => last.next as NoteId | null,
    gcTime: 0,
    enabled: query !== null,
    // Results stay until those for the next term arrive.
    ...(query !== null && { placeholderData: keepPreviousData }),
    queryFn: async ({ pageParam: cursor, signal }): Promise<FoundNotes> => {
      const limit = PAGE.notes
      const { data, headers } = await api.answer('notes.search', {
        body: { ...query, limit, ...(cursor !== null && { cursor }) },
        signal,
      })
      return { notes: data, ...searchedPart(headers, data, limit) }
    },
  })
}

type FoundNotes = SearchedPart & { notes: FoundNote[] }
