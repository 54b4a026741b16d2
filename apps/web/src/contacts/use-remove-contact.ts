import type { ContactId } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../platform/query-keys.ts'

/** Queries of contacts that this person deletes, merges into another one, or erases. */
const removed = new WeakSet<object>()

/** For `enabled`: events must not fetch a contact again that this person removes. */
export const isKept = (query: object) => !removed.has(query)

/** Runs the request that removes a contact. On screen, the contact stays as it is until its card is closed. */
export function useRemoveContact() {
  const client = useQueryClient()
  return async <Result>(contactId: ContactId, request: () => Promise<Result>): Promise<Result> => {
    const queryKey = queryKeys.contacts.contact(contactId)
    const queries = client.getQueryCache().findAll({ queryKey })
    for (const query of queries) removed.add(query)
    void client.cancelQueries({ queryKey })
    try {
      const result = await request()
      dropUnobserved(client, queries)
      return result
    } catch (error) {
      for (const query of queries) removed.delete(query)
      // Events may have been ignored.
      void client.invalidateQueries({ queryKey })
      throw error
    }
  }
}

/** Drops queries as soon as they are off screen, so that the contact is fetched, and found missing, if opened again. */
function dropUnobserved(client: QueryClient, queries: readonly Query[]) {
  const cache = client.getQueryCache()
  const isObserved = (query: Query) => query.getObserversCount() > 0
  const drop = () => queries.filter((query) => !isObserved(query)).forEach((query) => cache.remove(query))
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type !== 'observerRemoved') return
    drop()
    if (!queries.some(isObserved)) unsubscribe()
  })
  drop()
}
