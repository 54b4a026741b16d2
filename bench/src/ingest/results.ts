import type { PacedResult } from './client/paced-webhooks.ts'
import type { LoadResult } from './targets.ts'

/** `bare call`: the bare commit behind one route; `send with listener`: the same sends while a client of the hub listens. */
export type ContestantName = 'bare commit' | 'empty call' | 'bare call' | 'send' | 'send with listener' | 'webhook'

/** `cpu`: processor time of the server for each, including everything after the response, in µs. NaN if it is not involved. */
export type Measured = LoadResult & { readonly cpu: number }

/** Results of each contestant at one concurrency, with a value per round. */
export type Results = {
  readonly atOnce: number
  readonly rounds: ReadonlyMap<ContestantName, readonly Measured[]>
}

/** Results of paced webhooks, with a value per round. */
export type PacedResults = { readonly webhooksPerSecond: number; readonly rounds: readonly PacedResult[] }

export function valuesOf({ rounds }: Results, contestant: ContestantName, choose: (measured: Measured) => number) {
  return (rounds.get(contestant) ?? []).map(choose)
}
