import type { TranscriptRow } from './transcript-rows.ts'

/** Whether rows came in front or went away there, and nothing else changed its place. */
export function isShifted(before: readonly TranscriptRow[], after: readonly TranscriptRow[]): boolean {
  if (before.length === 0 || after.length === 0) return false
  return before[0]?.key !== after[0]?.key && before.at(-1)?.key === after.at(-1)?.key
}

/** Whether these are rows of another time, so that no place in the ones before means anything. */
export function isReplaced(before: readonly TranscriptRow[], after: readonly TranscriptRow[]): boolean {
  const ends = [before[0]?.key, before.at(-1)?.key]
  return before.length > 0 && after.length > 0 && !after.some(({ key }) => ends.includes(key))
}

/** What others wrote after the newest message that was there before; in a chat without any, all that they wrote. */
export function arrivals(before: readonly TranscriptRow[], after: readonly TranscriptRow[]): TranscriptRow[] {
  if (isReplaced(before, after)) return []
  const newest = before.findLast(({ outgoing }) => outgoing === null)
  const from = newest === undefined ? -1 : after.findIndex(({ key }) => key === newest.key)
  if (newest !== undefined && from < 0) return []
  return after.slice(from + 1).filter(({ mine, outgoing }) => !mine && outgoing === null)
}
