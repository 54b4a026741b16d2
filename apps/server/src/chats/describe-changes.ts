import type { ChatId, MemberId } from '@partyline/contract'
import type { NewChatChange } from './chats-events.ts'
import type { ChatRow } from './stored-chat.ts'
import type { Holder } from './members-store.ts'

type Somebody = { id: MemberId }

/** One line for each new member: joined, moved from another chat on the same number, or added by someone. */
export function membersAdded(
  people: readonly Somebody[],
  { by, moved = [] }: { by: MemberId; moved?: readonly Holder[] },
): NewChatChange[] {
  const added = people.filter(({ id }) => !moved.some(({ memberId }) => memberId === id))
  return [
    ...phonesMovedHere(moved),
    ...added.map(({ id }) => ({
      kind: id === by ? ('memberJoined' as const) : ('memberAdded' as const),
      memberId: id,
    })),
  ]
}

/** One line for each phone that another chat gave up. */
export function phonesMovedHere(moved: readonly Holder[]): NewChatChange[] {
  return moved.map(({ memberId, chatId: id, chatName: name }) => ({
    kind: 'phoneMovedHere',
    memberId,
    otherChat: { id, name },
  }))
}

/** The same in the chat that gave them up. */
export function phonesMovedAway(phones: readonly MemberId[], otherChat: { id: ChatId; name: string }): NewChatChange[] {
  return phones.map((memberId) => ({ kind: 'phoneMovedAway', memberId, otherChat }))
}

/** One line for each former member: left, or removed by someone. */
export function membersRemoved(members: readonly Somebody[], by: MemberId): NewChatChange[] {
  return members.map(({ id }) => ({ kind: id === by ? 'memberLeft' : 'memberRemoved', memberId: id }))
}

type Details = Pick<ChatRow, 'name' | 'relay'> & {
  /** E.164 of the number that the chat texts from. */
  number: string
}

/** One line for each of the chat's details that differ. */
export function detailsChanged(before: Details, after: Details): NewChatChange[] {
  const changes: NewChatChange[] = []
  if (before.name !== after.name) changes.push({ kind: 'renamed', from: before.name, to: after.name })
  if (before.number !== after.number) changes.push({ kind: 'numberChanged', from: before.number, to: after.number })
  if (before.relay !== after.relay) changes.push({ kind: after.relay ? 'relayOn' : 'relayOff' })
  return changes
}
