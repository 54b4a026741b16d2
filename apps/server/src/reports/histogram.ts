// Durations in buckets whose bounds grow by a tenth, so that days can be added up and a percentile is off by 5 % at most.
import { ANSWER_GOALS } from '@partyline/contract'

/** How many durations fell into a bucket, by its place. Empty buckets are left out. */
export type Histogram = Record<number, number>

const GROWTH = 1.1
/** In seconds. All shorter durations share the first bucket. */
const SHORTEST = 10
const LONGEST = 400 * 86_400

/** Upper bounds in seconds, ascending. A goal is one, so that who met it is exact. */
const BOUNDS = [...new Set([...growing(), ...ANSWER_GOALS.map((minutes) => minutes * 60)])].toSorted((a, b) => a - b)

function growing(): number[] {
  const bounds = [SHORTEST]
  for (let bound = SHORTEST; bound < LONGEST; bounds.push(bound)) bound *= GROWTH
  return bounds
}

/** The place of the bucket for a duration: its upper bound belongs to it. */
export function bucketOf(seconds: number): number {
  const place = BOUNDS.findIndex((bound) => seconds <= bound)
  return place === -1 ? BOUNDS.length : place
}

/** A percentile by the nearest rank, in seconds; null if there is nothing. `share` is from 0 to 1. */
export function percentile(histogram: Histogram, share: number): number | null {
  const rank = Math.ceil(share * total(histogram))
  let seen = 0
  for (const [place, count] of entriesOf(histogram)) {
    seen += count
    if (seen >= rank && count > 0) return middleOf(place)
  }
  return null
}

/** How many were at most this long. Exact for a goal. */
export function countWithin(histogram: Histogram, seconds: number): number {
  const last = bucketOf(seconds)
  return entriesOf(histogram).reduce((sum, [place, count]) => sum + (place <= last ? count : 0), 0)
}

export function total(histogram: Histogram): number {
  return Object.values(histogram).reduce((sum, count) => sum + count, 0)
}

function middleOf(place: number): number {
  const upper = BOUNDS[place] ?? LONGEST
  const lower = BOUNDS[place - 1]
  return lower === undefined ? 0 : Math.sqrt(lower * upper)
}

// Keys that are whole numbers are in ascending order.
function entriesOf(histogram: Histogram): [number, number][] {
  return Object.entries(histogram).map(([place, count]) => [Number(place), count])
}
