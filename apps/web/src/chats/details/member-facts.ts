import type { Member } from '@partyline/contract'
import { addedOnOf, EXTERNAL_ADDED_ON } from '../../core/people.ts'
import { DETAILS_TEXTS } from './details-texts.ts'

/** When a member left, or a user joined, and whether they are disabled or have left the organization. */
export function memberFacts(member: Member, dateOf: (instant: string) => string): string[] {
  if (member.deletedOn !== null) return [DETAILS_TEXTS.left(dateOf(member.deletedOn))]
  const addedOn = addedOnOf(member)
  const since = addedOn === EXTERNAL_ADDED_ON ? [] : [DETAILS_TEXTS.since(dateOf(addedOn))]
  // An API key always counts as disabled.
  const inactive = member.role === 'ApiKey' ? null : inactiveFact(member)
  return inactive ? [...since, inactive] : since
}

/** Why a member does not count, although they are in the chat. */
export function inactiveFact({ disabled, leftDirectoryAt }: Partial<Member>): string | null {
  if (leftDirectoryAt) return DETAILS_TEXTS.leftOrganization
  return disabled ? DETAILS_TEXTS.switchedOff : null
}
