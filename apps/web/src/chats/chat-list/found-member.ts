import type { ChatListItem, Member } from '@partyline/contract'
import { matchesNumber } from '../../numbers/index.ts'
import { markMatches } from './marked.ts'

/** The member that a search found, if the term is in neither the chat's name nor its messages; otherwise null. */
export function foundMember({ name, members, hit }: ChatListItem, term: string): Member | null {
  if (term === '' || hit !== null || hasMatch(name, term)) return null
  const current = members.filter(({ deletedOn }) => deletedOn === null)
  return current.find((member) => hasMatch(member.name, term) || hasNumber(member, term)) ?? null
}

/** Whether the term matches a member's number, in any format. */
export function hasNumber({ number }: Pick<Member, 'number'>, term: string): boolean {
  return number !== null && matchesNumber(number, term)
}

function hasMatch(text: string, term: string): boolean {
  return markMatches(text, term).some(({ isMatch }) => isMatch)
}
