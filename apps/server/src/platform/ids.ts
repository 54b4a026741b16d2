import { v7 } from 'uuid'

/** A new id. UUIDv7: ids grow with time, so that new rows go to one end of an index. */
export function newId<Id extends string>(): Id {
  return v7() as Id
}

/** The lowest UUIDv7 of a millisecond; those before 1970 have none. */
export function firstIdOf<Id extends string>(time: Date): Id {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000` as Id
}
