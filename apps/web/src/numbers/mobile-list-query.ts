import { infiniteQueryOptions } from '@tanstack/react-query'
import type { FoundNumber } from '@partyline/contract'
import type { Api } from '../platform/api.ts'
import { numberKeys } from './number-queries.ts'

export type NumberFilter = 'enabled' | 'disabled' | 'all'

/** Contacts on a page. */
const PAGE_SIZE = 50

type Page = { numbers: FoundNumber[]; next: string | null }

/** The contacts that a filter and a search leave, by name, page by page. */
export function mobileListQuery(api: Api, { filter, term }: { filter: NumberFilter; term: string }) {
  return infiniteQueryOptions({
    queryKey: [...numberKeys.mobile, filter, term],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const { data, headers } = await api.answer('numbers.search', {
        body: {
          type: 'Mobile',
          limit: PAGE_SIZE,
          ...(filter !== 'all' && { enabled: filter === 'enabled' }),
          ...(term && { term }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      })
      return { numbers: data, next: headers.get('X-Next-Cursor') }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // While one types, what was found stands.
    placeholderData: (before) => before,
  })
}
