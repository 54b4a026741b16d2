import type { ChatListItem, MemberId, MessageAdded, RealtimeEvent } from '@partyline/contract'

/** An event that brings a message of somebody else for the first time. */
export type ArrivalEvent = Extract<RealtimeEvent, { kind: 'MessageAddedToChat'; version: number }> & {
  data: MessageAdded
}

/**
 * Whether an event is worth a notice. A picture that came in late brings its message again: then the count of messages
 * has not grown beyond what was held before the event.
 */
export function isArrival(
  event: RealtimeEvent,
  { me, held }: { me: MemberId; held: Pick<ChatListItem, 'messageCount'> | undefined },
): event is ArrivalEvent {
  if (event.kind !== 'MessageAddedToChat' || event.version === null) return false
  return event.data.message.sentBy !== me && (held === undefined || event.data.messageCount > held.messageCount)
}

/** Passes arrivals on to whoever listens at the moment. */
export function createArrivals() {
  const listeners = new Set<(event: ArrivalEvent) => void>()
  return {
    subscribe: (listener: (event: ArrivalEvent) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(event: ArrivalEvent) {
      for (const listener of listeners) listener(event)
    },
  }
}

export type Arrivals = ReturnType<typeof createArrivals>
