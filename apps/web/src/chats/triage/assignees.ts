import { awayAt } from '@partyline/contract'
import type { Away, Member, MemberId, User, UserId } from '@partyline/contract'
import { isActive } from '../../core/people.ts'
import { matching, userCandidates } from '../chat-form/candidates.ts'

/** A possible assignee, and whether they are away; never shown for the person themselves. */
export type AssigneeOption = { id: UserId; name: string; isMember: boolean; away: Away | null }

type Parts = { users: readonly User[]; members: readonly Member[]; me: MemberId; term: string; now: Date }

/** The person, then the chat's members, then other enabled users, each by name; those who match the term. */
export function assigneeOptions({ users, members, me, term, now }: Parts): AssigneeOption[] {
  const current = new Set(members.filter(isActive).map(({ id }) => id))
  const rankOf = (id: MemberId) => (id === me ? 0 : current.has(id) ? 1 : 2)
  return matching(userCandidates(users), term)
    .toSorted((one, other) => rankOf(one.id) - rankOf(other.id))
    .map(({ id, name }) => {
      const user = users.find((one) => (one.id as string) === id)
      const away = user && id !== me ? awayAt(user, now) : null
      return { id: id as string as UserId, name, isMember: current.has(id), away }
    })
}
