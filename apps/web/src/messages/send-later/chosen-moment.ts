import { SCHEDULE, SCHEDULE_TEXTS, dayAfter } from '@partyline/contract'
import { clockTime } from '../../platform/times.ts'
import type { Times } from '../../platform/times.ts'
import type { LocalTime } from '../../ui/index.ts'
import { SEND_LATER_TEXTS } from './send-later-texts.ts'

const DAY_MS = 86_400_000

/** An instant, and the effect of a clock change on its local time; or an error and its field. */
export type ChosenMoment =
  | { sendAt: string; clockChange: 'skips' | 'repeats' | null }
  | { sendAt: null; field: keyof LocalTime; fault: string }

/** The instant of a local time in the zone of `times`. */
export function chosenMoment({ day, time }: LocalTime, times: Times): ChosenMoment {
  const wrong = (field: keyof LocalTime, fault: string): ChosenMoment => ({ sendAt: null, field, fault })
  const tooFar = SCHEDULE_TEXTS.tooFar(SCHEDULE.maxDays)
  if (day === '') return wrong('day', SEND_LATER_TEXTS.noDate)
  if (time === '') return wrong('time', SEND_LATER_TEXTS.noTime)
  const now = times.now()
  const today = times.dayOf(now)
  // While a year is typed, it may have one digit, or six.
  if (day.length > today.length || day > dayAfter(today, SCHEDULE.maxDays + 1)) return wrong('day', tooFar)
  if (day < today) return wrong('day', SCHEDULE_TEXTS.past)
  const sendAt = times.instantOf(day, time)
  if (Date.parse(sendAt) <= now) return wrong('time', SCHEDULE_TEXTS.past)
  if (Date.parse(sendAt) > now + SCHEDULE.maxDays * DAY_MS) return wrong('day', tooFar)
  const occurrences = times.occurrencesOf(day, time)
  return { sendAt, clockChange: occurrences === 0 ? 'skips' : occurrences === 2 ? 'repeats' : null }
}

/** Says how a clock change affects the chosen time. */
export function clockChangeText(
  moment: ChosenMoment,
  wanted: LocalTime,
  { city, times }: { city: string; times: Times },
): string | null {
  if (moment.sendAt === null || moment.clockChange === null) return null
  return moment.clockChange === 'skips'
    ? SEND_LATER_TEXTS.skipped(city, clockTime(wanted.time), times.clock(moment.sendAt))
    : SEND_LATER_TEXTS.repeated(city, clockTime(wanted.time))
}
