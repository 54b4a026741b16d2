import type { ChatListItem, Member } from '@partyline/contract'
import { matchesNumber } from '../../numbers/index.ts'
import { markMatches } from './marked.ts'

/** Why a search found a chat in whose name and messages the term is not: the member who has it, otherwise null. */
export function foundMember({ name, members, hit }: ChatListItem, term: string): Member | null {
  if (term === '' || hit !== null || hasMatch(name, term)) return null
  const current = members.filter(({ deletedOn }) => deletedOn === null)
  return current.find((member) => hasMatch(member.name, term) || hasNumber(member, term)) ?? null
}

/** Whether it was found by this number, which may be spelled otherwise than the term. */
export function hasNumber({ number }: Pick<Member, 'number'>, term: string): boolean {
  return number !== null && matchesNumber(number, term)
}

function hasMatch(text: string, term: string): boolean {
  return markMatches(text, term).some(({ isMatch }) => isMatch)
}
