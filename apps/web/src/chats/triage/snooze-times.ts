import type { Times } from '../../platform/times.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'

const HOUR_MS = 3_600_000
const QUARTER_MS = 900_000
const DAY_MS = 24 * HOUR_MS
const LATER_HOURS = 3
/** After this, it would be evening. */
const LATEST = '20:00'
export const MORNING = '08:00'

/** The times offered for a snooze, in the person's time zone. */
export function snoozeTimes(times: Times): { label: string; until: string }[] {
  const now = times.now()
  const today = times.dayOf(now)
  const later = new Date(Math.ceil((now + LATER_HOURS * HOUR_MS) / QUARTER_MS) * QUARTER_MS).toISOString()
  const isEvening = later > times.instantOf(today, LATEST)
  const tomorrow = dayAfter(today, 1)
  const monday = dayAfter(today, (8 - weekdayOf(today)) % 7 || 7)
  return [
    ...(isEvening ? [] : [{ label: TRIAGE_TEXTS.laterToday, until: later }]),
    { label: TRIAGE_TEXTS.tomorrow, until: times.instantOf(tomorrow, MORNING) },
    ...(monday === tomorrow ? [] : [{ label: TRIAGE_TEXTS.monday, until: times.instantOf(monday, MORNING) }]),
  ]
}

/** Calendar days are counted in UTC, where each has 24 hours. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** 0: Sunday. */
function weekdayOf(day: string): number {
  return new Date(day).getUTCDay()
}
