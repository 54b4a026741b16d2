import type { TranscriptRow } from './transcript-rows.ts'

/** Whether rows were only added or removed at the start. */
export function isShifted(before: readonly TranscriptRow[], after: readonly TranscriptRow[]): boolean {
  if (before.length === 0 || after.length === 0) return false
  return before[0]?.key !== after[0]?.key && before.at(-1)?.key === after.at(-1)?.key
}

/** Whether all rows were replaced, so that the previous scroll position is meaningless. */
export function isReplaced(before: readonly TranscriptRow[], after: readonly TranscriptRow[]): boolean {
  const ends = [before[0]?.key, before.at(-1)?.key]
  return before.length > 0 && after.length > 0 && !after.some(({ key }) => ends.includes(key))
}

/** New messages from others: after the newest previous one, or all if there was none. */
export function arrivals(before: readonly TranscriptRow[], after: readonly TranscriptRow[]): TranscriptRow[] {
  if (isReplaced(before, after)) return []
  const newest = before.findLast(({ outgoing }) => outgoing === null)
  const from = newest === undefined ? -1 : after.findIndex(({ key }) => key === newest.key)
  if (newest !== undefined && from < 0) return []
  return after.slice(from + 1).filter(({ mine, outgoing }) => !mine && outgoing === null)
}

/** Replaces rows that equal those of the last call with the same objects, so that they are not rendered again. */
export function createSameRows() {
  let known: ReadonlyMap<string, TranscriptRow> = new Map()
  return (rows: readonly TranscriptRow[]): TranscriptRow[] => {
    const same = rows.map((row) => {
      const before = known.get(row.key)
      return before && isEqual(before, row) ? before : row
    })
    known = new Map(same.map((row) => [row.key, row]))
    return same
  }
}

function isEqual(one: TranscriptRow, other: TranscriptRow): boolean {
  return (Object.keys(other) as (keyof TranscriptRow)[]).every((field) => isSame(one[field], other[field]))
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((item, at) => item === other[at])
}
