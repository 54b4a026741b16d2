import type { ServerState } from '@partyline/contract'
import type { Ping, RealtimeState } from '../../core/realtime/realtime.ts'

export type ConnectionVerdict = 'good' | 'slow' | 'roundabout' | 'connecting' | 'disconnected' | 'offline'

/** Slower responses are noticeable. Milliseconds. */
const SLOW_MS = 1_000

type Seen = { online: boolean; state: RealtimeState; ping: Pick<Ping, 'transport' | 'ms'> | null }

/** The verdict on this browser's connection. */
export function verdictOf({ online, state, ping }: Seen): ConnectionVerdict {
  if (!online) return 'offline'
  if (state === 'Disconnected' || state === 'Disconnecting') return 'disconnected'
  if (state !== 'Connected') return 'connecting'
  if (ping && ping.ms > SLOW_MS) return 'slow'
  return ping?.transport === 'LongPolling' ? 'roundabout' : 'good'
}

/** A text that waits longer than this is late. Milliseconds. */
const LONG_WAIT_MS = 5 * 60_000

/** The verdict on the server: the first that applies. */
export function serverVerdictOf(
  { paused, waitingSince, unknown }: ServerState,
  now: number,
): 'good' | 'paused' | 'behind' | 'unresolvedText' {
  if (paused) return 'paused'
  if (waitingSince !== null && now - Date.parse(waitingSince) > LONG_WAIT_MS) return 'behind'
  return unknown > 0 ? 'unresolvedText' : 'good'
}
