import { matchQuery, useQueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'

/** The open chat and its card. Fetched again, it would keep the older messages and notes, and lose the card. */
const OPEN_CHAT = [queryKeys.chats.allOpened, queryKeys.chats.allNotes, queryKeys.contacts.ofChats]

const isOfOpenChat = (query: Query) => OPEN_CHAT.some((queryKey) => matchQuery({ queryKey }, query))

/** Drops data that was loaded before an erasure, and refetches the data on screen. */
export function useForgetErased() {
  const client = useQueryClient()
  return {
    /** Once the contact is erased. Its card stays until the result was read. */
    forget: () => {
      client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
      void client.invalidateQueries({ predicate: (query) => !isOfOpenChat(query) })
    },
    /** Once the card is closed: the open chat loads as if it had just been opened. */
    forgetOpenChat: () => void client.resetQueries({ predicate: isOfOpenChat }),
  }
}
