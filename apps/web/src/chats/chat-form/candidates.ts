import type { MemberId, MemberRole, PhoneNumber, TwilioNumber, User } from '@partyline/contract'
import { matchesNumber } from '../../numbers/index.ts'

/** Somebody who can become a member. */
export type Candidate = {
  id: MemberId
  name: string
  role: MemberRole
  number: string | null
  /** Of a member of the chat that is being changed: their phone said STOP to its number. */
  optedOut?: boolean
  /** Of a member of the chat that is being changed: an administrator switched them off. They stay in the chat. */
  disabled?: boolean
}

/** Users and mobile numbers that are enabled, by name. Section 5 of the specification. */
export function candidatesOf(users: readonly User[], mobiles: readonly PhoneNumber[]): Candidate[] {
  // Member ids are user ids or mobile-number ids, decisions 3.1.
  return [
    ...users
      .filter(({ disabled }) => !disabled)
      .map(({ id, name }): Candidate => ({ id: id as string as MemberId, name, role: 'TeamsUser', number: null })),
    ...mobiles.filter(({ disabled }) => !disabled).map(phoneCandidate),
  ].toSorted((one, other) => one.name.localeCompare(other.name))
}

export function phoneCandidate({ id, name, number }: PhoneNumber): Candidate {
  return { id: id as string as MemberId, name, role: 'ExternalMobile', number }
}

/** Those whose name or number, in any spelling, contains what was typed, without those who are chosen already. */
export function matching(
  candidates: readonly Candidate[],
  { term, chosen }: { term: string; chosen: readonly Candidate[] },
): Candidate[] {
  const words = term.trim().toLocaleLowerCase()
  const taken = new Set(chosen.map(({ id }) => id))
  return candidates.filter(({ id, name, number }) => {
    if (taken.has(id)) return false
    return name.toLocaleLowerCase().includes(words) || (number !== null && matchesNumber(number, term))
  })
}

/** Who is a member at first: the person who creates the chat, and the users that the number brings. */
export function firstMembers(
  candidates: readonly Candidate[],
  { me, number }: { me: string; number: Pick<TwilioNumber, 'assignedUsers'> | undefined },
): Candidate[] {
  const ids = new Set<string>([me, ...(number?.assignedUsers ?? [])])
  return candidates.filter(({ id, role }) => role === 'TeamsUser' && ids.has(id))
}
