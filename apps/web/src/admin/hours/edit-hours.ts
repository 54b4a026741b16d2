import { weekInWords, WEEKDAYS } from '@partyline/contract'
import type { Holiday, LineHours, OpenTimes, Week, Weekday } from '@partyline/contract'
import { clockTime } from '../../platform/times.ts'
import { HOURS_TEXTS } from './hours-texts.ts'

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

export function newHoliday(today: string): Holiday {
  return { name: '', firstDay: today, lastDay: today, open: [] }
}

/** Holidays by their first day. */
export function inOrder<Hours extends LineHours>(hours: Hours): Hours {
  const holidays = hours.holidays?.toSorted((a, b) => (a.firstDay < b.firstDay ? -1 : 1)) ?? null
  return { ...hours, holidays }
}

/** `Mon–Fri 8:00 AM–5:00 PM`, `Always open`. */
export function hoursSummary({ week }: Pick<LineHours, 'week'>): string {
  if (week === null) return HOURS_TEXTS.summary.always
  return weekInWords(week, clockTime) || HOURS_TEXTS.summary.never
}
