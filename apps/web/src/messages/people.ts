import type { Member, MemberId } from '@partyline/contract'
import { isolated } from '../platform/isolated.ts'

/** Looks up who wrote, by member id. Former members stay in the list, so that history keeps its names. */
export type People = ReadonlyMap<MemberId, Member>

export function peopleOf(members: readonly Member[]): People {
  return new Map(members.map((member) => [member.id, member]))
}

export function isPhone(member: Pick<Member, 'role'> | undefined): boolean {
  return member?.role === 'ExternalMobile'
}

/** The phones that a message of ours goes to now. */
export function activePhones(members: readonly Member[]): Member[] {
  return members.filter((member) => isPhone(member) && isActive(member))
}

export function isActive(member: Member): boolean {
  return !member.disabled && isCurrent(member)
}

/** In the chat, also while they are switched off. Saving a chat without them would take them out. */
export function isCurrent(member: Pick<Member, 'deletedOn'>): boolean {
  return member.deletedOn === null
}

/**
 * What members are called in a short line: the first name where it is unmistakable, otherwise the whole name.
 * A contact that is still named by its number keeps it whole.
 */
export function shortNames(members: readonly Member[]): ReadonlyMap<MemberId, string> {
  const firstNames = members.map(({ name }) => firstNameOf(name))
  return new Map(
    members.map(({ id, name }) => {
      const first = firstNameOf(name)
      const unmistakable = firstNames.filter((other) => other === first).length === 1
      return [id, unmistakable ? first : name]
    }),
  )
}

function firstNameOf(name: string): string {
  return /^\p{L}/u.test(name) ? (name.split(/\s+/)[0] ?? name) : name
}

const LIST = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' })

/** `Dana`, `Dana and Omar`, `Dana, Omar, and 2 others`. */
export function inWords(names: readonly string[]): string {
  const known = names.map(isolated)
  return known.length <= 3 ? LIST.format(known) : LIST.format([...known.slice(0, 2), `${known.length - 2} others`])
}
