import type { PacedResult } from './client/paced-webhooks.ts'
import type { LoadResult } from './targets.ts'

/** `bare call`: the bare commit behind one route; `heard send`: the same sends while a client of the hub listens. */
export type ContestantName = 'bare commit' | 'empty call' | 'bare call' | 'send' | 'heard send' | 'webhook'

/** `cpu`: what the server's process used for each, with all that follows the answer, in µs. NaN where it has no part. */
export type Measured = LoadResult & { readonly cpu: number }

/** What each contestant did with so many at once, a value for each round. */
export type Results = {
  readonly atOnce: number
  readonly rounds: ReadonlyMap<ContestantName, readonly Measured[]>
}

/** Webhooks at a pace, a value for each round. */
export type PacedResults = { readonly webhooksPerSecond: number; readonly rounds: readonly PacedResult[] }

export function valuesOf({ rounds }: Results, contestant: ContestantName, choose: (measured: Measured) => number) {
  return (rounds.get(contestant) ?? []).map(choose)
}
