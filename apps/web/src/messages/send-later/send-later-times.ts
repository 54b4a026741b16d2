import { dayAfter, mondayAfter } from '../../platform/days.ts'
import { createTimes } from '../../platform/times.ts'
import { SEND_LATER_TEXTS } from './send-later-texts.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
export const MORNING = '09:00'

/** The times offered for sending later, in a time zone. They are whole minutes, as they are shown. */
export function sendLaterTimes(now: number, zone: string): { label: string; at: string }[] {
  const times = createTimes({ now: () => now, timeZone: zone })
  const today = times.dayOf(now)
  const tomorrow = dayAfter(today, 1)
  const monday = mondayAfter(today)
  const isMonday = monday === dayAfter(today, 7)
  const inAnHour = new Date(Math.ceil((now + HOUR_MS) / MINUTE_MS) * MINUTE_MS).toISOString()
  return [
    { label: SEND_LATER_TEXTS.inAnHour, at: inAnHour },
    { label: SEND_LATER_TEXTS.tomorrow, at: times.instantOf(tomorrow, MORNING) },
    ...(monday === tomorrow
      ? []
      : [
          {
            label: isMonday ? SEND_LATER_TEXTS.nextMonday : SEND_LATER_TEXTS.monday,
            at: times.instantOf(monday, MORNING),
          },
        ]),
  ]
}
