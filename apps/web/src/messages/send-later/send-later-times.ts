import { openingAt, dayAfter } from '@partyline/contract'
import type { OpeningHours } from '@partyline/contract'
import { mondayAfter } from '../../platform/days.ts'
import { createTimes } from '../../platform/times.ts'
import { SEND_LATER_TEXTS } from './send-later-texts.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
export const MORNING = '09:00'

/** A time to send. `saysWhen`: the label is a complete description of the time. */
export type OfferedTime = { label: string; at: string; saysWhen: boolean }

/**
 * The times offered for sending later, in a time zone. They are whole minutes, as they are shown. Instead of mornings on which
 * the line is closed, it offers the next opening.
 */
export function sendLaterTimes(now: number, zone: string, hours: OpeningHours | null): OfferedTime[] {
  const times = createTimes({ now: () => now, timeZone: zone })
  const today = times.dayOf(now)
  const tomorrow = dayAfter(today, 1)
  const monday = mondayAfter(today)
  const isMonday = monday === dayAfter(today, 7)
  const inAnHour = new Date(Math.ceil((now + HOUR_MS) / MINUTE_MS) * MINUTE_MS).toISOString()
  const onMonday = { label: isMonday ? SEND_LATER_TEXTS.nextMonday : SEND_LATER_TEXTS.monday, day: monday }
  const mornings = [
    { label: SEND_LATER_TEXTS.tomorrow, day: tomorrow },
    ...(monday === tomorrow ? [] : [onMonday]),
  ].map(({ label, day }) => ({ label, at: times.instantOf(day, MORNING), saysWhen: true }))
  const open = mornings.filter(({ at }) => openingAt(hours, new Date(at)).isOpen)
  const closed = mornings.find((morning) => !open.includes(morning))
  const opensAt =
    closed && openingAt(hours, openingAt(hours, new Date(now)).isOpen ? new Date(closed.at) : new Date(now)).opensAt
  return [
    { label: SEND_LATER_TEXTS.inAnHour, at: inAnHour, saysWhen: false },
    ...(opensAt ? [{ label: SEND_LATER_TEXTS.opening, at: opensAt.toISOString(), saysWhen: false }] : []),
    ...open,
  ]
}
