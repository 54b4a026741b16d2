import type { PacedResult } from './client/paced-webhooks.ts'
import type { LoadResult } from './targets.ts'

/**
 * `bare call`: the bare commit behind one route; `send with listener`: the same sends while a client of the hub listens;
 * `delivery`: sends to one phone each, until Twilio has their texts and the outcomes are stored.
 */
export type ContestantName =
  | 'bare commit'
  | 'empty call'
  | 'bare call'
  | 'send'
  | 'send with listener'
  | 'webhook'
  | 'delivery'

/**
 * `cpu` and `postgresCpu`: processor time of the server and of PostgreSQL for each, including everything after the response, in
 * µs. NaN for the server if it is not involved.
 */
export type Measured = LoadResult & { readonly cpu: number; readonly postgresCpu: number }

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
