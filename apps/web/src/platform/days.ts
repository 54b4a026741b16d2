import { dayAfter } from '@partyline/contract'

/** The first Monday after a day, a week later if it is a Monday. */
export function mondayAfter(day: string): string {
  const weekday = new Date(day).getUTCDay()
  return dayAfter(day, (8 - weekday) % 7 || 7)
}
