import type { Member } from '@partyline/contract'
import { addedOnOf, EXTERNAL_ADDED_ON } from '../../core/people.ts'
import { DETAILS_TEXTS } from './details-texts.ts'

/** When a member left, or a user joined, and whether they are disabled. */
export function memberFacts(member: Member, dateOf: (instant: string) => string): string[] {
  if (member.deletedOn !== null) return [DETAILS_TEXTS.left(dateOf(member.deletedOn))]
  const addedOn = addedOnOf(member)
  const since = addedOn === EXTERNAL_ADDED_ON ? [] : [DETAILS_TEXTS.since(dateOf(addedOn))]
  return member.disabled ? [...since, DETAILS_TEXTS.switchedOff] : since
}
