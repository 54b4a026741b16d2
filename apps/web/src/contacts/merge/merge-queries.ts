import type { Contact, ListedContact } from '@partyline/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../platform/api.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { isUnnamed } from '../contact-values.ts'

/** Contacts to suggest, and email addresses by which to find likely duplicates. */
const MERGE_CANDIDATES = 20
const DUPLICATES_PER_TERM = 6
const DUPLICATE_EMAILS = 3

/** Contacts to merge with this one: those that match the term, or without one, those of its name or email addresses. */
export function mergeCandidatesQuery(api: Api, contact: Contact, term: string) {
  const { id, emails } = contact
  const names = isUnnamed(contact) ? [] : [contact.name]
  const terms = term === '' ? [...names, ...emails.slice(0, DUPLICATE_EMAILS)] : [term]
  // The results include the contact itself.
  const limit = 1 + (term === '' ? DUPLICATES_PER_TERM : MERGE_CANDIDATES)
  return queryOptions({
    queryKey: queryKeys.contacts.mergeCandidates(id, terms),
    queryFn: async ({ signal }): Promise<ListedContact[]> => {
      const found = await Promise.all(
        terms.map((each) => api.call('contacts.search', { body: { term: each, limit }, signal })),
      )
      const byId = new Map(found.flat().map((each) => [each.id, each]))
      return [...byId.values()].filter((each) => each.id !== id)
    },
    placeholderData: (before) => before,
  })
}
