import { dayAfter } from '@partyline/contract'
import type { Times } from '../platform/times.ts'
import type { LocalTime } from './date-time-fields.tsx'

type Rules = {
  times: Times
  maxDays: number
  /** The errors: it is incomplete, it is over, and it is further ahead than `maxDays`. */
  texts: { missing: string; past: string; tooFar: string }
}

/** Validation error of a date and a time to come. */
export function laterTimeFault({ day, time }: LocalTime, { times, maxDays, texts }: Rules): string | null {
  if (day === '' || time === '') return texts.missing
  const at = times.instantOf(day, time)
  const now = times.now()
  if (Date.parse(at) <= now) return texts.past
  return at > times.instantOf(dayAfter(times.dayOf(now), maxDays), '00:00') ? texts.tooFar : null
}
