import type { ServerState } from '@partyline/contract'
import type { Ping, Realtime } from '../../realtime/index.ts'

export type ConnectionVerdict = 'good' | 'slow' | 'roundabout' | 'connecting' | 'disconnected' | 'offline'

/** An answer that takes longer is felt. Milliseconds. */
const SLOW_MS = 1_000

type Seen = { online: boolean; state: ReturnType<Realtime['state']>; ping: Ping | null }

/** What to say of this browser's connection. */
export function verdictOf({ online, state, ping }: Seen): ConnectionVerdict {
  if (!online) return 'offline'
  if (state === 'Disconnected' || state === 'Disconnecting') return 'disconnected'
  if (state !== 'Connected') return 'connecting'
  if (ping && ping.ms > SLOW_MS) return 'slow'
  return ping?.transport === 'LongPolling' ? 'roundabout' : 'good'
}

/** A text that waits longer is behind. Milliseconds. */
const LONG_WAIT_MS = 5 * 60_000

/** What to say of the server: the first of these that is so. */
export function serverVerdictOf(
  { paused, waitingSince, unknown }: ServerState,
  now: number,
): 'good' | 'paused' | 'behind' | 'unresolvedText' {
  if (paused) return 'paused'
  if (waitingSince !== null && now - Date.parse(waitingSince) > LONG_WAIT_MS) return 'behind'
  return unknown > 0 ? 'unresolvedText' : 'good'
}
