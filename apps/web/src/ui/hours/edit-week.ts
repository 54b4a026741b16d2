import { WEEKDAYS } from '@partyline/contract'
import type { OpenTimes, Week, Weekday } from '@partyline/contract'

const WORKDAY: OpenTimes = [{ from: '08:00', to: '17:00' }]

/** The default: open on weekdays from 8 to 5. */
export const USUAL_WEEK: Week = {
  monday: WORKDAY,
  tuesday: WORKDAY,
  wednesday: WORKDAY,
  thursday: WORKDAY,
  friday: WORKDAY,
  saturday: [],
  sunday: [],
}

/** Adds an interval after the last one, or the usual hours to a closed day. */
export function withTimesAdded(times: OpenTimes): OpenTimes {
  const last = times.at(-1)
  if (!last) return WORKDAY
  return [
    ...times,
    {
      from: last.to,
      to: last.to < '23:00' ? `${String(Number(last.to.slice(0, 2)) + 1).padStart(2, '0')}:00` : '24:00',
    },
  ]
}

/** Copies a day's hours to every open day. */
export function withCopied(week: Week, day: Weekday): Week {
  const copied = WEEKDAYS.map((other) => [other, week[other].length > 0 ? week[day] : []])
  return Object.fromEntries(copied) as Week
}
