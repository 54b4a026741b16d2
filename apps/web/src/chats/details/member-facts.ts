import type { Member } from '@partyline/contract'
import { isPhone } from '../../core/people.ts'
import { DETAILS_TEXTS } from './details-texts.ts'

/** The placeholder date on which external members were added. It is not shown: docs/product.md#members */
const EXTERNAL_ADDED_ON = '2000-01-01T12:00:00.000Z'

/** When a member joined or left, and whether they are disabled. */
export function memberFacts(member: Member, dateOf: (instant: string) => string): string[] {
  if (member.deletedOn !== null) return [DETAILS_TEXTS.left(dateOf(member.deletedOn))]
  const addedOn = isPhone(member) ? EXTERNAL_ADDED_ON : member.addedOn
  const since = addedOn === EXTERNAL_ADDED_ON ? [] : [DETAILS_TEXTS.since(dateOf(addedOn))]
  return member.disabled ? [...since, DETAILS_TEXTS.switchedOff] : since
}
