import type { ContestantName } from './contestants/broadcaster.ts'
import type { Measurement } from './measure-contestant.ts'
import type { LoadName } from './plan.ts'

/** Every round of every contestant with one number of connections. */
export type Results = {
  readonly connections: number
  readonly rounds: ReadonlyMap<ContestantName, readonly Measurement<LoadName>[]>
}

type Choose = (measurement: Measurement<LoadName>) => number

/** One figure of a contestant, with a value per round. */
export function valuesOf({ rounds }: Results, contestant: ContestantName, choose: Choose): readonly number[] {
  return (rounds.get(contestant) ?? []).map(choose)
}
