import { eventFor, usersIn } from '@partyline/contract'
import type { RealtimeEvent } from '@partyline/contract'
import type { Personalize } from '@partyline/signalr-hub'
import type { HubCaller } from './hub-caller.ts'

/** Each client receives its own user's values, and no others. Users of whom the events have none share one list. */
export const personalEvents: Personalize<HubCaller> = (args) => {
  const [events] = args as [readonly RealtimeEvent[]]
  const users = new Set(events.flatMap(usersIn))
  const known = new Map<string | null, [unknown]>()
  return ({ caller }) => {
    const userId = users.has(caller.userId) ? caller.userId : null
    const own = known.get(userId) ?? [events.map((event) => eventFor(userId, event))]
    known.set(userId, own)
    return own
  }
}
