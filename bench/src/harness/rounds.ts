/**
 * Measures every contestant once per round, in alternating order, so that a machine that becomes slower or
 * busier favors no one.
 */
export async function inAlternatingOrder<Contestant, Result>(
  contestants: readonly Contestant[],
  rounds: number,
  measure: (contestant: Contestant, round: number) => Promise<Result>,
): Promise<ReadonlyMap<Contestant, readonly Result[]>> {
  const results = new Map<Contestant, Result[]>(contestants.map((contestant) => [contestant, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      results.get(contestant)?.push(await measure(contestant, round))
    }
  }
  return results
}
