import type { DeliveryStatus, Member, MemberId, Message } from '@partyline/contract'
import { isActive, isPhone, peopleOf } from '../../core/people.ts'

/** Members whose text failed, or may have, until someone has handled it. */
export type Undelivered = {
  /** It did not arrive: it can be sent again to all of them together. */
  failed: MemberId[]
  /** It may have arrived: each needs its own decision. */
  unknown: MemberId[]
  /** Whether the chat list marks it. Failed relays are not marked. */
  isMarked: boolean
}

const FAILED: readonly DeliveryStatus[] = ['failed', 'undelivered']

export function undeliveredOf({ sentBy, delivery, automatic }: Message, members: readonly Member[]): Undelivered {
  // Automatic replies are never resent.
  if (automatic !== null) return { failed: [], unknown: [], isMarked: false }
  const people = peopleOf(members)
  const open = delivery.filter(
    ({ dismissed, status }) => !dismissed && (FAILED.includes(status) || status === 'unknown'),
  )
  const present = open.filter(({ memberId }) => {
    const member = people.get(memberId)
    return member !== undefined && isActive(member)
  })
  const idsOf = (records: typeof open) => records.map(({ memberId }) => memberId)
  return {
    failed: idsOf(present.filter(({ status }) => FAILED.includes(status))),
    unknown: idsOf(present.filter(({ status }) => status === 'unknown')),
    isMarked: open.length > 0 && !isPhone(people.get(sentBy)),
  }
}

/** Whether all failures were dismissed. */
export function isDismissed({ delivery }: Message): boolean {
  const failed = delivery.filter(({ status }) => FAILED.includes(status) || status === 'unknown')
  return failed.length > 0 && failed.every(({ dismissed }) => dismissed)
}
