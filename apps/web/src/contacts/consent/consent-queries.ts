import { PAGE } from '@partyline/contract'
import type { ConsentEntry, ContactId } from '@partyline/contract'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../platform/api.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { isKept } from '../use-remove-contact.ts'

/** The consents and refusals of a contact's phones. */
export function consentQuery(api: Api, contactId: ContactId) {
  return queryOptions({
    queryKey: queryKeys.contacts.consent(contactId),
    queryFn: ({ signal }) => api.call('contacts.consent', { params: { contactId }, signal }),
    enabled: isKept,
  })
}

type Page = { entries: ConsentEntry[]; next: string | null }

/** All entries of a contact, or of everyone, in pages. They stay as they are while the page is read or printed. */
export function allEntriesQuery(api: Api, contactId: ContactId | null) {
  return infiniteQueryOptions({
    queryKey: queryKeys.consentEntries(contactId),
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const query = {
        ...(contactId !== null && { contactId }),
        ...(pageParam !== null && { cursor: pageParam }),
        limit: PAGE.maxConsentEntries,
      }
      const { data, headers } = await api.answer('consent.list', { query, signal })
      return { entries: data, next: headers.get('X-Next-Cursor') }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Refetches data that depends on consent: cards, and whether chats may be texted. */
export function useConsentChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    void client.invalidateQueries({ queryKey: queryKeys.chats.all })
    await client.invalidateQueries({ queryKey: queryKeys.contacts.all })
  }
}
