import type { MessageId } from '@partyline/contract'
import { v7 } from 'uuid'
import { newId } from '../platform/index.ts'

/** Bounds of all message ids. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000' as MessageId
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as MessageId

/**
 * An id that sorts behind the chat's last message, also where another process with a faster clock wrote that one.
 * Ask for it while the chat is locked.
 */
export function messageIdAfter(last: MessageId | null): MessageId {
  return idAfter<MessageId>(last)
}

/** An id that sorts after another one even if clocks disagree. Both are UUIDv7. */
export function idAfter<Id extends string>(last: string | null): Id {
  const id = newId<Id>()
  if (last === null || id > last) return id
  const lastMs = Number.parseInt(last.replaceAll('-', '').slice(0, 12), 16)
  return v7({ msecs: lastMs + 1 }) as Id
}
