import type { RealtimeEvent, TenantId } from '@partyline/contract'

/** What is announced within one turn of the event loop goes out as one list for each tenant, in its order. */
export function joinTurns(send: (tenantId: TenantId, events: readonly RealtimeEvent[]) => void) {
  let waiting = new Map<TenantId, RealtimeEvent[]>()

  function flush() {
    const lists = waiting
    waiting = new Map()
    for (const [tenantId, events] of lists) send(tenantId, events)
  }

  return (news: readonly RealtimeEvent[]) => {
    if (waiting.size === 0) setImmediate(flush)
    for (const event of news) {
      const events = waiting.get(event.tenantId)
      if (events) events.push(event)
      else waiting.set(event.tenantId, [event])
    }
  }
}
