import type { ContactId } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'

/** How to drop what was loaded before an erasure, and to fetch what is on screen again. */
export function useForgetErased(contactId: ContactId) {
  const client = useQueryClient()
  /** The card stays until the result was read. */
  const isOfCard = ({ queryKey }: Query) =>
    queryKey[0] === 'contacts' && (queryKey[1] === 'chat' || queryKey[2] === contactId)
  return {
    /** Once the contact is erased. */
    forget: () => {
      client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
      void client.invalidateQueries({ predicate: (query) => !keepsOlderPages(query) && !isOfCard(query) })
    },
    /** Once the card is closed: the open chat loads as if it had just been opened. */
    forgetOpenChat: () => {
      void client.resetQueries({ predicate: keepsOlderPages })
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'contacts' && queryKey[1] === 'chat',
      })
    },
  }
}

/** A chat that is only fetched again keeps the older messages and notes that were loaded. */
const keepsOlderPages = ({ queryKey }: Query) =>
  queryKey[0] === 'chats' && (queryKey[1] === 'opened' || queryKey[1] === 'notes')
