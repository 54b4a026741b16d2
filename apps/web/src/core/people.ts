import { namesInWords } from '@partyline/contract'
import type { Chat, Member, MemberId } from '@partyline/contract'
import { isolated } from '../platform/isolated.ts'

/** Members by ID, including former ones, so that old messages keep their authors' names. */
export type People = ReadonlyMap<MemberId, Member>

export function peopleOf(members: readonly Member[]): People {
  return new Map(members.map((member) => [member.id, member]))
}

export function isPhone(member: Pick<Member, 'role'> | undefined): boolean {
  return member?.role === 'ExternalMobile'
}

/** The placeholder for when contacts were added. The screens don't show it: docs/product.md#members */
export const EXTERNAL_ADDED_ON = '2000-01-01T00:00:00.000Z'

/** When a member was added, or the placeholder for a contact. */
export function addedOnOf({ role, addedOn }: Pick<Member, 'role' | 'addedOn'>): string {
  return role === 'ExternalMobile' ? EXTERNAL_ADDED_ON : addedOn
}

/** The contacts that would get a message. */
export function activePhones<Each extends Member>(members: readonly Each[]): Each[] {
  return members.filter((member) => isPhone(member) && isActive(member))
}

export function isActive(member: Member): boolean {
  return !member.disabled && isCurrent(member)
}

/** In the chat, even if disabled. Saving a chat without them would remove them. */
export function isCurrent(member: Pick<Member, 'deletedOn'>): boolean {
  return member.deletedOn === null
}

export function isMember(chat: Pick<Chat, 'members'>, me: MemberId): boolean {
  return chat.members.some((member) => member.id === me && isActive(member))
}

/** No enabled team member is in the chat. The first to join or reply claims it. */
export function isUnclaimed(chat: Pick<Chat, 'members'>): boolean {
  return !chat.members.some((member) => member.role === 'TeamsUser' && isActive(member))
}

/** Whether the app lets this person write in the chat. The server also accepts Admins who are not members. */
export function mayWriteIn(chat: Pick<Chat, 'members' | 'archived'>, me: MemberId): boolean {
  return !chat.archived && isMember(chat, me)
}

/** Names for a short line: the first name if it is unique, otherwise the full name. A phone number stays whole. */
export function shortNames(members: readonly Pick<Member, 'id' | 'name'>[]): ReadonlyMap<MemberId, string> {
  const firstNames = members.map(({ name }) => firstNameOf(name))
  return new Map(
    members.map(({ id, name }) => {
      const first = firstNameOf(name)
      const isUnique = firstNames.filter((other) => other === first).length === 1
      return [id, isUnique ? first : name]
    }),
  )
}

function firstNameOf(name: string): string {
  return /^\p{L}/u.test(name) ? (name.split(/\s+/)[0] ?? name) : name
}

/** `Dana`, `Dana and Omar`, `Dana, Omar, and 2 others`. */
export const inWords = (names: readonly string[]): string => namesInWords(names.map(isolated))
