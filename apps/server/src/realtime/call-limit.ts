import { REALTIME } from '@partyline/contract'
import { HubException } from '@partyline/signalr-hub'
import type { HubContext, HubMethod } from '@partyline/signalr-hub'
import type { Clock } from '../platform/index.ts'
import type { HubCaller } from './hub-caller.ts'

const MINUTE_MS = 60_000
/** Where a connection stores the calls of its current minute. */
const CALLS = 'calls'
type Calls = { until: number; made: number }

/** Limits the calls of one connection, because each is passed on to many. */
export function createCallLimit({ clock }: { clock: Clock }) {
  return (method: (context: HubContext<HubCaller>, input: unknown) => Promise<unknown>): HubMethod<HubCaller> =>
    async (context, input) => {
      const now = clock.now().getTime()
      const known = context.items.get(CALLS) as Calls | undefined
      const calls = known && now < known.until ? known : { until: now + MINUTE_MS, made: 0 }
      context.items.set(CALLS, calls)
      calls.made += 1
      if (calls.made > REALTIME.callsPerMinute) throw new HubException('Too many calls: please wait a minute.')
      return method(context, input)
    }
}
