import type { Member } from '@partyline/contract'
import { isPhone } from '../../messages/index.ts'
import { DETAILS_TEXTS } from './details-texts.ts'

/** The day on which an external member was added, section 3 of the specification: a placeholder, which nobody is shown. */
const EXTERNAL_ADDED_ON = '2000-01-01T12:00:00.000Z'

/** Since when somebody is in the chat, when they left, and whether an administrator switched them off. */
export function memberFacts(member: Member, dateOf: (instant: string) => string): string[] {
  if (member.deletedOn !== null) return [DETAILS_TEXTS.left(dateOf(member.deletedOn))]
  const addedOn = isPhone(member) ? EXTERNAL_ADDED_ON : member.addedOn
  const since = addedOn === EXTERNAL_ADDED_ON ? [] : [DETAILS_TEXTS.since(dateOf(addedOn))]
  return member.disabled ? [...since, DETAILS_TEXTS.switchedOff] : since
}
