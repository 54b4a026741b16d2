import type { MessageId } from '@partyline/contract'
import { v7 } from 'uuid'
import { newId } from '../platform/index.ts'

/** Bounds of all message ids. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000' as MessageId
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as MessageId

/** How far the time in an id may be from when its message was sent, because the clocks of servers disagree. */
const MAX_CLOCK_DIFFERENCE_MS = 3_600_000

/** Bounds, inclusive, of the ids of all messages that were sent in a time. */
export function idsOfTime({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return {
    first: from === undefined ? FIRST_ID : idOfTime(Date.parse(from) - MAX_CLOCK_DIFFERENCE_MS, FIRST_ID),
    last: to === undefined ? LAST_ID : idOfTime(Date.parse(to) + MAX_CLOCK_DIFFERENCE_MS, LAST_ID),
  }
}

/** A UUIDv7 begins with the milliseconds. The rest is from another id. */
function idOfTime(ms: number, rest: MessageId): MessageId {
  const time = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${rest.slice(13)}` as MessageId
}

/** An id for a message that is due at a time: it sorts as if it had been written then, but after the chat's last message. */
export function messageIdAt(at: Date, last: MessageId | null): MessageId {
  const id = v7({ msecs: at.getTime() }) as MessageId
  return last === null || id > last ? id : idAfter(last)
}

/**
 * An id that sorts after another one of the locked chat, also if a process with a faster clock made that one. Both are
 * UUIDv7.
 */
export function idAfter<Id extends string>(last: string | null): Id {
  const id = newId<Id>()
  if (last === null || id > last) return id
  const lastMs = Number.parseInt(last.replaceAll('-', '').slice(0, 12), 16)
  return v7({ msecs: lastMs + 1 }) as Id
}
