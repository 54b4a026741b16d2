import type { Away } from '@partyline/contract'
import type { Times } from '../platform/times.ts'

/** `Paused until 2:00 PM`, `Out of hours until Mon 8:00 AM`; null for someone who is there. */
export const awayText = (away: Away | null, times: Times): string | null =>
  away && inWords(away.reason === 'paused' ? 'Paused' : 'Out of hours', away, times)

/** In a sentence: `away until Mon 8:00 AM`. */
export const awayUntil = (away: Away, times: Times): string => inWords('away', away, times)

function inWords(state: string, { until }: Away, times: Times): string {
  return until === null ? state : `${state} until ${times.until(until.toISOString())}`
}
