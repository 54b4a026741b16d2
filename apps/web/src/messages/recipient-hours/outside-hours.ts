import { outsideHoursAt } from '@partyline/contract'
import type { Member, OpeningHours, OutsideHours } from '@partyline/contract'
import { shortNames } from '../../core/people.ts'
import { currentTimeZone } from '../../platform/times.ts'
import { textedPhones } from '../composer/skipped-phones.ts'
import type { OfferedTime } from '../send-later/send-later-times.ts'
import { zonesOfContact } from '../send-later/zones.ts'
import type { Recipient, ZonesOf } from '../send-later/zones.ts'
import { RECIPIENT_HOURS_TEXTS } from './recipient-hours-texts.ts'

/**
 * For which members a text would come outside of their hours. Those whose zone is unknown have that of the line's opening hours
 * or, without any, the person's own.
 */
export function outsideHours(
  members: readonly (Member & Recipient)[],
  { zonesOf, hours, now }: { zonesOf: ZonesOf; hours: OpeningHours | null; now: number },
): OutsideHours | null {
  const names = shortNames(members)
  const recipients = textedPhones(members).map((member) => {
    const zones = zonesOfContact(member, zonesOf)
    return {
      name: names.get(member.id) ?? member.name,
      zones: zones.length > 0 ? zones : [hours?.timeZone ?? currentTimeZone()],
    }
  })
  return outsideHoursAt(recipients, now)
}

/** The time to send that suits everyone for whom it is night now. */
export function theirTimes(outside: OutsideHours | null): OfferedTime[] {
  if (!outside?.nextAt) return []
  const label = outside.isTheirStart ? RECIPIENT_HOURS_TEXTS.theirStart : RECIPIENT_HOURS_TEXTS.afterTheirStart
  return [{ label, at: outside.nextAt.toISOString(), saysWhen: false }]
}
