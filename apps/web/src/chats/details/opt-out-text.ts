import type { Member } from '@partyline/contract'
import { DETAILS_TEXTS } from './details-texts.ts'

/** Why a phone that opted out gets no texts. */
export function optOutText(
  { optedOutBy }: Pick<Member, 'optedOutBy'>,
  people: { get: (id: Member['id']) => { name: string } | undefined },
): string {
  if (optedOutBy === undefined) return DETAILS_TEXTS.optedOut
  const person = people.get(optedOutBy)
  return person ? DETAILS_TEXTS.optedOutBy(person.name) : DETAILS_TEXTS.optedOutByHand
}
