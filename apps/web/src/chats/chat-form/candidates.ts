import { fold } from '@partyline/contract'
import type { MemberId, MemberRole, PhoneNumber, TwilioNumber, User } from '@partyline/contract'
import { matchesIn } from '../../core/matches.ts'
import { matchesNumber } from '../../numbers/index.ts'

/** Someone who can become a member. */
export type Candidate = {
  id: MemberId
  name: string
  role: MemberRole
  number: string | null
  /** Existing members only: whether their phone opted out of the line. */
  optedOut?: boolean
  /** Existing members only: why their phone may not be texted. */
  barred?: string | null
  /** Existing members only: whether they are disabled. They stay in the chat. */
  disabled?: boolean
  /** Existing members only. */
  leftDirectoryAt?: string | null
}

/** The enabled users, by name. A member's ID is a user's or a contact's. */
export function userCandidates(users: readonly User[]): Candidate[] {
  return users
    .filter(({ disabled }) => !disabled)
    .map(({ id, name }): Candidate => ({ id: id as string as MemberId, name, role: 'TeamsUser', number: null }))
    .toSorted(byName)
}

export function phoneCandidate({ id, name, number }: Pick<PhoneNumber, 'id' | 'name' | 'number'>): Candidate {
  return { id: id as string as MemberId, name, role: 'ExternalMobile', number }
}

/** Candidates whose name, regardless of case and accents, or number, in any format, contains a term. */
export function matching<Person extends Pick<Candidate, 'name' | 'number'>>(
  candidates: readonly Person[],
  term: string,
): Person[] {
  const words = fold(term.trim())
  return candidates.filter(
    ({ name, number }) => fold(name).includes(words) || (number !== null && matchesNumber(number, term)),
  )
}

/** Puts names with a word that starts with the term first: people type the start of a name. */
export function beginningsFirst<Person extends Pick<Candidate, 'name'>>(
  candidates: readonly Person[],
  term: string,
): Person[] {
  const rankOf = ({ name }: Person) => {
    const [first] = matchesIn(name, term)
    return first === undefined ? 2 : Math.min(first.from, 1)
  }
  return candidates.toSorted((one, other) => rankOf(one) - rankOf(other))
}

type Offered = {
  users: readonly Candidate[]
  /** The first ones by name. */
  contacts: readonly Candidate[]
  /** Whether there are contacts after the last of these. */
  moreFollow: boolean
  chosen: readonly Candidate[]
}

/** Users and contacts by name, up to the position where contacts that are not loaded yet could follow. */
export function offered({ users, contacts, moreFollow, chosen }: Offered): Candidate[] {
  const taken = new Set(chosen.map(({ id }) => id))
  const sorted = [...users, ...contacts].toSorted(byName)
  const known = moreFollow ? sorted.slice(0, sorted.findLastIndex(({ role }) => role === 'ExternalMobile') + 1) : sorted
  return known.filter(({ id }) => !taken.has(id))
}

const byName = (one: Candidate, other: Candidate) => one.name.localeCompare(other.name)

/** The first members: the person who creates the chat, and the line's default users. */
export function firstMembers(
  users: readonly Candidate[],
  { me, number }: { me: string; number: Pick<TwilioNumber, 'assignedUsers'> | undefined },
): Candidate[] {
  const ids = new Set<string>([me, ...(number?.assignedUsers ?? [])])
  return users.filter(({ id }) => ids.has(id))
}
