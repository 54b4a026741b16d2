import type { ContactId, ListedContact } from '@partyline/contract'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { queryKeys } from '../platform/query-keys.ts'
import type { ContactSearch } from '../platform/query-keys.ts'
import { isKept } from './use-remove-contact.ts'

type Page = { contacts: ListedContact[]; next: string | null }

/** The contacts that match, in pages. */
export function contactsQuery(api: Api, search: ContactSearch) {
  return infiniteQueryOptions({
    queryKey: queryKeys.contacts.list(search),
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const body = { ...search, ...(pageParam !== null && { cursor: pageParam }) }
      const { data, headers } = await api.answer('contacts.search', { body, signal })
      return { contacts: data, next: headers.get('X-Next-Cursor') }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Keep the results while the person types.
    placeholderData: (before) => before,
  })
}

export function countQuery(api: Api, { term, filters }: ContactSearch) {
  const search = { ...(term !== undefined && { term }), ...(filters && { filters }) }
  return queryOptions({
    queryKey: queryKeys.contacts.count(search),
    queryFn: ({ signal }) => api.call('contacts.count', { body: search, signal }),
    placeholderData: (before) => before,
  })
}

export function contactQuery(api: Api, contactId: ContactId) {
  return queryOptions({
    queryKey: queryKeys.contacts.card(contactId),
    queryFn: ({ signal }) => api.call('contacts.get', { params: { contactId }, signal }),
    enabled: isKept,
  })
}

export function historyQuery(api: Api, contactId: ContactId) {
  return queryOptions({
    queryKey: queryKeys.contacts.history(contactId),
    queryFn: ({ signal }) => api.call('contacts.history', { params: { contactId }, signal }),
    enabled: isKept,
  })
}

export function tagsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.contacts.tags,
    queryFn: ({ signal }) => api.call('contacts.tags', { signal }),
  })
}

export function viewsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.contacts.views,
    queryFn: ({ signal }) => api.call('contactViews.list', { signal }),
  })
}

/** The imports of the last 30 days. */
export function importsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.contacts.imports,
    queryFn: ({ signal }) => api.call('contactImports.list', { signal }),
  })
}

/** Refetches data on screen after a change of contacts, including chats with their names. */
export function useContactsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    for (const queryKey of [queryKeys.numbers.contacts, queryKeys.chats.all])
      void client.invalidateQueries({ queryKey })
    await client.invalidateQueries({ queryKey: queryKeys.contacts.all })
  }
}
