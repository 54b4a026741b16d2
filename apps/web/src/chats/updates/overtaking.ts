import type { QueryClient } from '@tanstack/react-query'
import type { ChatEvent } from './apply-event.ts'
import { chatKeys } from './chat-keys.ts'

/**
 * An answer for a list may have been written before an event that arrived while it was on its way, and would put the
 * old state back. Such events are taken once more when the answer is there; what it already holds stays as it is.
 */
export function createOvertaking(client: QueryClient, take: (event: ChatEvent) => void) {
  let events: ChatEvent[] = []
  const isAsking = () => client.isFetching({ queryKey: chatKeys.lists }) > 0

  return {
    note(event: ChatEvent) {
      if (isAsking()) events.push(event)
    },
    /** Watches answers until the returned function is called. */
    watch: () =>
      client.getQueryCache().subscribe((change) => {
        if (events.length === 0 || change.type !== 'updated' || change.action.type !== 'success') return
        if (isAsking()) return
        const overtook = events
        events = []
        for (const event of overtook) take(event)
      }),
  }
}
