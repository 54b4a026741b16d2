import { weekInWords } from '@partyline/contract'
import type { Holiday, LineHours } from '@partyline/contract'
import { clockTime } from '../../platform/times.ts'
import { HOURS_TEXTS } from './hours-texts.ts'

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
