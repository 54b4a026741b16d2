import { dayAfter } from '@partyline/contract'
import { mondayAfter } from '../../platform/days.ts'
import type { Times } from '../../platform/times.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'

const HOUR_MS = 3_600_000
const QUARTER_MS = 900_000
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
  const monday = mondayAfter(today)
  return [
    ...(isEvening ? [] : [{ label: TRIAGE_TEXTS.laterToday, until: later }]),
    { label: TRIAGE_TEXTS.tomorrow, until: times.instantOf(tomorrow, MORNING) },
    ...(monday === tomorrow ? [] : [{ label: TRIAGE_TEXTS.monday, until: times.instantOf(monday, MORNING) }]),
  ]
}
