import { queryOptions, infiniteQueryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { useApi } from '../platform/platform-context.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import type { FoundNumber, PhoneNumber } from '@partyline/contract'

/** The tenant's numbers in use. They change rarely, and an event reports it. */
export function twilioNumbersQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.numbers.twilio,
    queryFn: ({ signal }) => api.call('numbers.twilio', { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}

export type NumberFilter = 'enabled' | 'disabled' | 'all'

/** Contacts on a page. */
const PAGE_SIZE = 50

type Page = { numbers: FoundNumber[]; next: string | null }

/** The contacts that match a filter and a search, by name, in pages. */
export function contactListQuery(api: Api, { filter, term }: { filter: NumberFilter; term: string }) {
  return infiniteQueryOptions({
    queryKey: queryKeys.numbers.contactList(filter, term),
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
    // Keep the results while the person types.
    placeholderData: (before) => before,
  })
}

/** A contact as it is now: an event of the area Settings fetches it again. */
export function useContact<Contact extends Pick<PhoneNumber, 'id' | 'number' | 'name'>>(contact: Contact): Contact {
  const api = useApi()
  const { data } = useQuery({
    queryKey: queryKeys.numbers.contact(contact.id),
    async queryFn({ signal }) {
      const found = await api.call('numbers.search', { body: { type: 'Mobile', term: contact.number }, signal })
      return found.find(({ id }) => id === contact.id) ?? null
    },
    // The list is shown until the answer arrives.
    initialData: null,
    initialDataUpdatedAt: () => Date.now(),
    gcTime: 0,
  })
  return data ? { ...contact, ...data } : contact
}
