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
  /** Of a member of the chat that is being changed: why their phone may not be texted. */
  barred?: string | null
  /** Of a member of the chat that is being changed: an administrator switched them off. They stay in the chat. */
  disabled?: boolean
}

/** The users that are enabled, by name. Member ids are user ids or mobile-number ids, decisions 3.1. */
export function userCandidates(users: readonly User[]): Candidate[] {
  return users
    .filter(({ disabled }) => !disabled)
    .map(({ id, name }): Candidate => ({ id: id as string as MemberId, name, role: 'TeamsUser', number: null }))
    .toSorted(byName)
}

export function phoneCandidate({ id, name, number }: Pick<PhoneNumber, 'id' | 'name' | 'number'>): Candidate {
  return { id: id as string as MemberId, name, role: 'ExternalMobile', number }
}

/** Those whose name, whatever its case and accents, or number, in any spelling, contains what was typed. */
export function matching(candidates: readonly Candidate[], term: string): Candidate[] {
  const words = folded(term.trim())
  return candidates.filter(
    ({ name, number }) => folded(name).includes(words) || (number !== null && matchesNumber(number, term)),
  )
}

/** As the server compares names when it looks for contacts. */
function folded(words: string): string {
  return words
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLocaleLowerCase()
}

type Offered = {
  users: readonly Candidate[]
  /** The first ones by name. */
  contacts: readonly Candidate[]
  /** Others come after the last of these contacts. */
  moreFollow: boolean
  chosen: readonly Candidate[]
}

/** Users and contacts by name (section 5 of the specification), as far as it is known who comes next. */
export function offered({ users, contacts, moreFollow, chosen }: Offered): Candidate[] {
  const taken = new Set(chosen.map(({ id }) => id))
  const sorted = [...users, ...contacts].toSorted(byName)
  const known = moreFollow ? sorted.slice(0, sorted.findLastIndex(({ role }) => role === 'ExternalMobile') + 1) : sorted
  return known.filter(({ id }) => !taken.has(id))
}

const byName = (one: Candidate, other: Candidate) => one.name.localeCompare(other.name)

/** Who is a member at first: the person who creates the chat, and the users that the number brings. */
export function firstMembers(
  users: readonly Candidate[],
  { me, number }: { me: string; number: Pick<TwilioNumber, 'assignedUsers'> | undefined },
): Candidate[] {
  const ids = new Set<string>([me, ...(number?.assignedUsers ?? [])])
  return users.filter(({ id }) => ids.has(id))
}
