// Days of a time zone, as `YYYY-MM-DD`.
import { offsetAt, wallClock } from './wall-clock.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Days are counted in UTC, where each has 24 hours. */
export function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

/** From the first day to the last, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day)
  return days
}

/** The first instant at which the clock shows this time, `HH:MM`, or a later one where a clock change skips it. */
export function instantOf(timeZone: string, day: string, time: string): number {
  const local = Date.parse(`${day}T${time}:00Z`)
  const [before, after] = [offsetAt(timeZone, local - DAY_MS), offsetAt(timeZone, local + DAY_MS)]
  const [early, late] = [local - Math.max(before, after), local - Math.min(before, after)]
  if (early === late || localTime(timeZone, early) === local) return early
  if (localTime(timeZone, late) === local) return late
  // Skipped: the clock change is between the two.
  let [low, high] = [early, late]
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
    if (localTime(timeZone, middle) < local) low = middle
    else high = middle
  }
  return high
}

function localTime(timeZone: string, at: number): number {
  const { date, time } = wallClock(timeZone, new Date(at))
  return Date.parse(`${date}T${time}:00Z`)
}
