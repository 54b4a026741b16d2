import type { ChatId, MemberId } from '@partyline/contract'
import type { Untold } from '../rows/chat-records-service.ts'
import type { ChatRow } from '../rows/stored-chat.ts'
import type { Holder } from '../rows/members-store.ts'

type Somebody = { id: MemberId }

/** One line for each who came: by themselves, from another chat on the same number, or added by somebody. */
export function tellComing(
  people: readonly Somebody[],
  { by, moved = [] }: { by: MemberId; moved?: readonly Holder[] },
): Untold[] {
  const added = people.filter(({ id }) => !moved.some(({ memberId }) => memberId === id))
  return [
    ...tellMoved(moved),
    ...added.map(({ id }) => ({
      kind: id === by ? ('memberJoined' as const) : ('memberAdded' as const),
      memberId: id,
    })),
  ]
}

/** One line for each phone that another chat gave up. */
export function tellMoved(moved: readonly Holder[]): Untold[] {
  return moved.map(({ memberId, chatId: id, chatName: name }) => ({
    kind: 'phoneMovedHere',
    memberId,
    otherChat: { id, name },
  }))
}

/** The same in the chat that gave them up. */
export function tellMovedAway(phones: readonly MemberId[], otherChat: { id: ChatId; name: string }): Untold[] {
  return phones.map((memberId) => ({ kind: 'phoneMovedAway', memberId, otherChat }))
}

/** One line for each who went: by themselves, or removed by somebody. */
export function tellLeaving(members: readonly Somebody[], by: MemberId): Untold[] {
  return members.map(({ id }) => ({ kind: id === by ? 'memberLeft' : 'memberRemoved', memberId: id }))
}

type Details = Pick<ChatRow, 'name' | 'relay'> & {
  /** E.164 of the number that the chat texts from. */
  number: string
}

/** One line for each of the chat's details that differ. */
export function tellDetails(before: Details, after: Details): Untold[] {
  const changes: Untold[] = []
  if (before.name !== after.name) changes.push({ kind: 'renamed', from: before.name, to: after.name })
  if (before.number !== after.number) changes.push({ kind: 'numberChanged', from: before.number, to: after.number })
  if (before.relay !== after.relay) changes.push({ kind: after.relay ? 'relayOn' : 'relayOff' })
  return changes
}
