import { v7 } from 'uuid'

/** A new id. UUIDv7: ids grow with time, so that new rows go to one end of an index. */
export function newId<Id extends string>(): Id {
  return v7() as Id
}
