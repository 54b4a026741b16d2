import { fold } from '@partyline/contract'
import type { Member, User, UserId } from '@partyline/contract'
import { EVERYONE } from '../../../core/notes/mentions.ts'
import type { Mentioned } from '../../../core/notes/mentions.ts'
import { isActive } from '../../../core/people.ts'
import { MENTION_TEXTS } from './mention-texts.ts'

type Mentionable = Mentioned & { isMember: boolean }

/**
 * Who can be mentioned, and has the term in their name: enabled members of the chat, all of them at once, and then the
 * other users.
 */
export function findPeople(
  users: readonly User[],
  members: readonly Member[],
  { term, me }: { term: string; me: UserId },
): Mentionable[] {
  const ids = new Set(members.filter(isActive).map(({ id }) => id as string))
  const wanted = fold(term.trim())
  const people = users
    .filter(({ id, disabled, name }) => id !== me && !disabled && fold(name).includes(wanted))
    .map(({ id, name }) => ({ id, name, isMember: ids.has(id) }))
  const hasOthers = users.some(({ id, disabled }) => id !== me && !disabled && ids.has(id))
  const isEveryone = [EVERYONE.name, MENTION_TEXTS.everyone].some((name) => fold(name).includes(wanted))
  return [
    ...people.filter(({ isMember }) => isMember),
    ...(hasOthers && isEveryone ? [{ ...EVERYONE, isMember: true }] : []),
    ...people.filter(({ isMember }) => !isMember),
  ]
}
