import { AUDIT_VALUES, timesInWords, weekInWords } from '@partyline/contract'
import type { Holiday, LineHours } from '@partyline/contract'

type Hours = LineHours | null

/** Opening hours in words, for `differences`. `none`: the meaning of null. */
export function hoursInWords(before: Hours, after: Hours, none: 'always' | 'asOrganization') {
  const both = (read: (hours: LineHours) => string, absent: string = AUDIT_VALUES[none]) =>
    [before ? read(before) : absent, after ? read(after) : absent] as const
  return {
    openingHours: both(({ week }) => (week ? weekInWords(week) || AUDIT_VALUES.closed : AUDIT_VALUES.always)),
    holidays: both(({ holidays }) => (holidays ? holidays.map(nameOf).join(', ') : AUDIT_VALUES.asOrganization), ''),
    timeZone: both(({ timeZone }) => timeZone, ''),
  }
}

function nameOf({ name, firstDay, lastDay, open }: Holiday): string {
  const days = firstDay === lastDay ? firstDay : `${firstDay}–${lastDay}`
  return `${name} (${days}: ${timesInWords(open) || AUDIT_VALUES.closed})`
}
