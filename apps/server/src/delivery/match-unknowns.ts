import type { TwilioMessage } from '../twilio/index.ts'
import type { Unresolved } from './checks-store.ts'

/** How far Twilio's time of a text may lie from ours: clocks differ, and a request takes up to 15 seconds. */
export const BEFORE_MS = 60_000
const AFTER_MS = 120_000

export type Match = { unknown: Unresolved; found: TwilioMessage }

/**
 * Finds in Twilio's list what became of texts of one number and phone. Texts with the same words at about the same
 * time cannot be told apart: they are decided only if exactly as many are found as were sent.
 * `unresolved` is in the order of posting.
 */
export function matchUnknowns(unresolved: readonly Unresolved[], listed: readonly TwilioMessage[]): Match[] {
  return clustersOf(unresolved).flatMap((cluster) => {
    const first = cluster[0]?.postedAt.getTime() ?? 0
    const last = cluster.at(-1)?.postedAt.getTime() ?? 0
    const candidates = listed
      .filter(({ body, createdAt }) => {
        const at = createdAt.getTime()
        return body === cluster[0]?.body && at >= first - BEFORE_MS && at <= last + AFTER_MS
      })
      .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    if (candidates.length !== cluster.length) return []
    return cluster.flatMap((unknown, index) => {
      const found = candidates[index]
      return found && unknown.status === 'unknown' ? [{ unknown, found }] : []
    })
  })
}

/** Texts with the same words whose time windows touch. */
function clustersOf(unresolved: readonly Unresolved[]): Unresolved[][] {
  const clusters: Unresolved[][] = []
  for (const text of unresolved) {
    const near = clusters.find((cluster) => {
      const last = cluster.at(-1)
      return last?.body === text.body && text.postedAt.getTime() - last.postedAt.getTime() <= BEFORE_MS + AFTER_MS
    })
    if (near) near.push(text)
    else clusters.push([text])
  }
  return clusters
}
