import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import type { ChatEvent, NotesEvent } from './apply-event.ts'

/**
 * A list response may be older than an event that arrived while it was loading, and would restore the old state. Such
 * events are applied again once the response is there. Events that it already includes change nothing.
 */
export function createEventsDuringLoad(client: QueryClient, apply: (event: ChatEvent | NotesEvent) => void) {
  let events: (ChatEvent | NotesEvent)[] = []
  const isLoading = () => client.isFetching({ queryKey: queryKeys.chats.lists }) > 0

  return {
    record(event: ChatEvent | NotesEvent) {
      if (isLoading()) events.push(event)
    },
    /** Returns how to stop. */
    watch: () =>
      client.getQueryCache().subscribe((change) => {
        if (events.length === 0 || change.type !== 'updated' || change.action.type !== 'success') return
        if (isLoading()) return
        const recorded = events
        events = []
        for (const event of recorded) apply(event)
      }),
  }
}
