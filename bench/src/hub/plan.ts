import type { Load } from './load.ts'

/** Messages of a burst, sent in one turn of the event loop. */
export const BURST = 8
/** Rate of the paced loads. */
const DELIVERIES_PER_SECOND = 20_000
const MIN_BURSTS = 4
const WARM_UP_SECONDS = 0.5

export type LoadName = 'single' | 'burst' | 'pacedSingle' | 'pacedBurst'

/** The loads of every contestant. */
export function planLoads(connections: number, seconds: number): Readonly<Record<LoadName, Load>> {
  return {
    single: { kind: 'flood', burst: 1, seconds },
    burst: { kind: 'flood', burst: BURST, seconds },
    pacedSingle: paced(1, connections, seconds),
    pacedBurst: paced(BURST, connections, seconds),
  }
}

export function planWarmUp(seconds: number): readonly Load[] {
  const warmUp = Math.min(seconds, WARM_UP_SECONDS)
  return [
    { kind: 'flood', burst: 1, seconds: warmUp },
    { kind: 'flood', burst: BURST, seconds: warmUp },
  ]
}

function paced(burst: number, connections: number, seconds: number): Load {
  const interval = (burst * connections * 1_000) / DELIVERIES_PER_SECOND
  return { kind: 'paced', burst, interval, bursts: Math.max(MIN_BURSTS, Math.ceil((seconds * 1_000) / interval)) }
}
