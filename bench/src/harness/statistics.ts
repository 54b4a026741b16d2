/** @param sorted ascending; NaN when empty */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The results of several rounds. The median counts; the range tells how reliable it is. */
export type Spread = { readonly median: number; readonly lowest: number; readonly highest: number }

export function spreadOf(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).toSorted()
  const middle = sorted.length / 2
  const median = ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
  return { median, lowest: sorted[0] ?? Number.NaN, highest: sorted.at(-1) ?? Number.NaN }
}

/** Compares round by round, so that anything that slows down a whole round affects both. */
export function compare(
  left: readonly number[],
  right: readonly number[],
  by: (left: number, right: number) => number,
): readonly number[] {
  return left.map((value, round) => by(value, right[round] ?? Number.NaN))
}
