import type { Load } from './load.ts'

/** Messages that are sent in one turn of the event loop, where a burst is measured. */
export const BURST = 8
/** Of the paced loads. */
const DELIVERIES_PER_SECOND = 20_000
const FEWEST_BURSTS = 4
const WARM_UP_SECONDS = 0.5

export type LoadName = 'single' | 'burst' | 'pacedSingle' | 'pacedBurst'

/** What every contestant has to carry. */
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
  return { kind: 'paced', burst, interval, bursts: Math.max(FEWEST_BURSTS, Math.ceil((seconds * 1_000) / interval)) }
}
